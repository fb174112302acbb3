// Exercises: the first run ends in exit before it reads its second input.
// executions: 300 (two linear conditions: 35 and 69 runs of sensitivity, a descent of 9 each)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() < 7) {
    exit(3);
  }
  if (__VERIFIER_nondet_int() == 99) {
    return 1;
  }
  return 0;
}
