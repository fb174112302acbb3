// Exercises: setjmp and longjmp as exceptions.
// executions: 400 (two linear conditions: 35 and 69 runs of sensitivity, a descent of 9 each)
#include <setjmp.h>

extern int __VERIFIER_nondet_int(void);

static jmp_buf handler;

static int parse(int x) {
  if (x < 0) {
    longjmp(handler, 2);
  }
  return x == 4321;
}

int main(void) {
  int thrown = setjmp(handler);
  if (thrown == 2) {
    return __VERIFIER_nondet_int() == 808 ? 3 : 4;
  }
  if (parse(__VERIFIER_nondet_int())) {
    return 1;
  }
  return 0;
}
