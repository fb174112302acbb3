// Exercises: strtod: a text that is a number with a fraction.
// executions: 6000 (digits, point and digit: each a range or an equality, 24 bit flips and a descent of 8 on some tens of paths)
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char b[4];
  for (int i = 0; i < 3; i++) {
    b[i] = __VERIFIER_nondet_char();
  }
  b[3] = 0;
  if (strtod(b, 0) > 4.5) {
    return 1;
  }
  return 0;
}
