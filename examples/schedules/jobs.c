/* A conveyor with three periodic tasks, made sequential: seven jobs run one after the other, and each decides in which
   of seven rounds it runs. The schedule is assumed first: in which rounds a job begins and ends, and which jobs
   interrupt which. Each shared variable has a copy for each round, whose first value is guessed; in the end, the last
   value of each round has to be the first of the next. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(_Bool);

#define ROUNDS 7
#define JOBS 7

/* Job 0 is the slow task's, 1 and 2 the belt's, 3 to 6 the arm's. Those of faster tasks interrupt those of slower ones. */
static const unsigned char low[JOBS] = {0, 0, 3, 0, 0, 3, 3}, high[JOBS] = {6, 3, 6, 3, 3, 6, 6};
/* The job whose rounds belong to those of this one; 0: none. */
static const unsigned char next[JOBS] = {1, 3, 5, 4, 0, 6, 0};
static unsigned char begins[JOBS], ends[JOBS], earliest[JOBS], latest[JOBS];
static unsigned char now, job;
static int speed[ROUNDS], load[ROUNDS], arm[ROUNDS], mode[ROUNDS];
static int guessed_speed[ROUNDS], guessed_load[ROUNDS], guessed_arm[ROUNDS], guessed_mode[ROUNDS];
static _Bool safe = 1;

static void within(int i) {
  begins[i] = __VERIFIER_nondet_uchar();
  ends[i] = __VERIFIER_nondet_uchar();
  earliest[i] = __VERIFIER_nondet_uchar();
  latest[i] = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(low[i] <= begins[i]);
  __VERIFIER_assume(ends[i] <= high[i]);
  __VERIFIER_assume(begins[i] <= ends[i]);
}

static void bounds(int i) {
  if (begins[i] < earliest[next[i]]) {
    __VERIFIER_assume(earliest[i] == begins[i]);
  } else {
    __VERIFIER_assume(earliest[i] == earliest[next[i]]);
  }
  if (ends[i] > latest[next[i]]) {
    __VERIFIER_assume(latest[i] == ends[i]);
  } else {
    __VERIFIER_assume(latest[i] == latest[next[i]]);
  }
}

static void nested(int slow, int fast) {
  __VERIFIER_assume(ends[fast] <= ends[slow]);
  if (begins[slow] <= ends[fast] && begins[fast] <= ends[slow]) {
    __VERIFIER_assume(begins[slow] <= begins[fast]);
    __VERIFIER_assume(ends[fast] < ends[slow]);
  }
}

static void schedule(void) {
  for (int i = JOBS - 1; i >= 0; i--) {
    within(i);
    if (next[i] == 0) {
      __VERIFIER_assume(earliest[i] == begins[i]);
      __VERIFIER_assume(latest[i] == ends[i]);
    } else {
      bounds(i);
    }
  }
  __VERIFIER_assume(latest[3] < earliest[5]);
  __VERIFIER_assume(ends[1] < begins[2]);
  for (int i = 3; i < 6; i++) {
    __VERIFIER_assume(ends[i] < begins[i + 1]);
  }
  for (int i = 1; i < 3; i++) {
    nested(0, i);
  }
  for (int i = 3; i < JOBS; i++) {
    nested(i < 5 ? 1 : 2, i);
  }
}

static void guess(void) {
  speed[0] = load[0] = arm[0] = mode[0] = 0;
  for (int r = 1; r < ROUNDS; r++) {
    speed[r] = guessed_speed[r] = __VERIFIER_nondet_int();
    load[r] = guessed_load[r] = __VERIFIER_nondet_int();
    arm[r] = guessed_arm[r] = __VERIFIER_nondet_int();
    mode[r] = guessed_mode[r] = __VERIFIER_nondet_int();
  }
}

/* A job may be interrupted before it looks at something shared: it goes on in a later round. */
static void interrupted(void) {
  if (job >= 3 || !__VERIFIER_nondet_bool()) {
    return;
  }
  unsigned char later = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(now < later && later <= ends[job]);
  now = later;
}

static void change(int *what, int value) {
  interrupted();
  what[now] = value;
}

static int look(int *what) {
  interrupted();
  return what[now];
}

static void supervise(void) {
  int weight = __VERIFIER_nondet_int();
  if (weight < 0 || weight > 500) {
    return;
  }
  if (look(load) + weight > 900) {
    change(mode, 3);
  } else if (look(mode) == 0) {
    change(mode, 1);
  } else if (look(mode) == 3 && look(speed) == 0) {
    change(mode, 2);
  }
  change(load, look(load) + weight);
}

static void belt(void) {
  switch (look(mode)) {
  case 1:
    if (look(speed) < 20) {
      change(speed, look(speed) + 10);
    }
    break;
  case 2:
    change(speed, 5);
    break;
  case 3:
    if (look(speed) > 10) {
      change(speed, look(speed) - 10);
    } else {
      change(speed, 0);
    }
    break;
  default:
    change(speed, 0);
  }
}

static void lift(void) {
  if (look(speed) > 15 && look(arm) == 1) {
    safe = 0;
  }
  if (look(mode) == 1 && look(arm) == 0) {
    change(arm, 1);
  } else if (look(arm) == 1 && look(load) > 100) {
    change(arm, 2);
  } else if (look(arm) == 2) {
    change(load, look(load) - 100);
    change(arm, 0);
  }
}

int main(void) {
  schedule();
  guess();
  for (job = 0; job < JOBS; job++) {
    now = begins[job];
    if (job == 0) {
      supervise();
    } else if (job < 3) {
      belt();
    } else {
      lift();
    }
    __VERIFIER_assume(now == ends[job]);
  }
  for (int r = 0; r + 1 < ROUNDS; r++) {
    __VERIFIER_assume(speed[r] == guessed_speed[r + 1]);
    __VERIFIER_assume(load[r] == guessed_load[r + 1]);
    __VERIFIER_assume(arm[r] == guessed_arm[r + 1]);
    __VERIFIER_assume(mode[r] == guessed_mode[r + 1]);
  }
  if (!safe) {
    return 1;
  }
  if (mode[ROUNDS - 1] == 3) {
    return 2;
  }
  if (arm[ROUNDS - 1] == 2) {
    return 3;
  }
  return 0;
}
