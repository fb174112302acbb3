// Exercises: handlers registered with atexit, which run at return and at exit.
// executions: 400 (three linear conditions: 35, 69 and 69 runs of sensitivity, a descent of 9 each)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int state;

static void last(void) {
  if (state == 3) {
    state = 0;
  }
}

static void first(void) {
  if (__VERIFIER_nondet_int() == 505) {
    state++;
  }
}

int main(void) {
  atexit(last);
  atexit(first);
  if (__VERIFIER_nondet_int() > 100) {
    state = 2;
    exit(0);
  }
  return 0;
}
