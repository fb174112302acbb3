// Exercises: atoi of a text from inputs, the number must have a given value.
// executions: 20000 (three digits; each by ranges, 24 bit flips and some descents of 8, then the value is linear in them)
// open: 1 (how many digits there are is decided by conditions that are covered already)
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char b[4];
  for (int i = 0; i < 3; i++) {
    b[i] = __VERIFIER_nondet_char();
  }
  b[3] = 0;
  if (atoi(b) == 365) {
    return 1;
  }
  return 0;
}
