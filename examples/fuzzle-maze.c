// Exercises: a maze of nine rooms: which door opens depends on one character a room; the way out is six rooms away.
// family: Fuzzle
// expected: 19/19 goals
// budget: 200000 executions
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
void reach_error() { __assert_fail("0", "fuzzle-maze.c", 6, "reach_error"); }
extern char __VERIFIER_nondet_char(void);

static void room_0(int steps);
static void room_1(int steps);
static void room_2(int steps);
static void room_3(int steps);
static void room_4(int steps);
static void room_5(int steps);
static void room_6(int steps);
static void room_7(int steps);

static void room_0(int steps) {
  if (steps == 0) {
    return;
  }
  char door = __VERIFIER_nondet_char();
  if (door < -93) {
    room_1(steps - 1);
  } else if (door == 17) {
    room_3(steps - 1);
  }
}

static void room_1(int steps) {
  char door = __VERIFIER_nondet_char();
  if (door >= 12 && door < 40) {
    room_2(steps - 1);
  } else {
    room_0(steps - 1);
  }
}

static void room_2(int steps) {
  char door = __VERIFIER_nondet_char();
  if (door == 'x') {
    room_1(steps - 1);
  }
}

static void room_3(int steps) {
  char door = __VERIFIER_nondet_char();
  switch (door) {
  case 'n':
    room_0(steps - 1);
    break;
  case 'e':
    room_4(steps - 1);
    break;
  case 's':
    room_6(steps - 1);
    break;
  default:
    abort();
  }
}

static void room_4(int steps) {
  char door = __VERIFIER_nondet_char();
  if (door > 120) {
    room_5(steps - 1);
  }
}

static void room_5(int steps) {
  (void)steps;
}

static void room_6(int steps) {
  char door = __VERIFIER_nondet_char();
  if ((door & 15) == 9) {
    room_7(steps - 1);
  } else {
    room_3(steps - 1);
  }
}

static void room_7(int steps) {
  char door = __VERIFIER_nondet_char();
  if (door * 3 == 81 && steps > 0) {
    reach_error();
  }
}

int main(void) {
  room_0(10);
  return 0;
}
