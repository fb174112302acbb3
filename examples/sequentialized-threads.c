// Exercises: a sequentialized program: a scheduler loop runs two threads step by step, a lost update depends on the schedule.
// family: Sequentialized
// expected: 16/17 goals
// budget: 200000 executions
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
void reach_error() { __assert_fail("0", "sequentialized-threads.c", 3, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void assume_abort_if_not(int cond) {
  if (!cond) {abort();}
}

unsigned char shared = 0;
unsigned char seen[2];
unsigned char counter[2] = {0, 0};

void step(int thread) {
  switch (counter[thread]) {
  case 0:
    seen[thread] = shared;
    counter[thread] = 1;
    break;
  case 1:
    if (seen[thread] > 100) {
      counter[thread] = 3;
    } else {
      counter[thread] = 2;
    }
    break;
  case 2:
    shared = seen[thread] + 1;
    counter[thread] = 3;
    break;
  }
}

int main(void) {
  shared = __VERIFIER_nondet_uchar();
  unsigned char start = shared;
  int turn = 0;
  while (turn < 10) {
    if (__VERIFIER_nondet_bool()) {
      step(0);
    } else {
      step(1);
    }
    turn++;
  }
  assume_abort_if_not(counter[0] == 3 && counter[1] == 3);
  if (start <= 100) {
    if (shared == start + 1) {
      reach_error();
    }
    if (shared == start + 2) {
      return 2;
    }
    /* nobody writes more than twice, and somebody writes */
    abort();
  }
  return 0;
}
