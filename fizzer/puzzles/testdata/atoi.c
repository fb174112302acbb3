// Exercises: atoi of a text from inputs, the number must have a given value.
// executions: 30000 (a digit is a range of 10 of 256 in one of 3 places: each of the 7 comparisons of a character is turned on
// each of some 3 times 10 paths by at most 35 runs of sensitivity and a share of 75 runs; the number is linear in the digits
// of a path: a descent of some 60 with 3 digits, shares of 300 and more for those with fewer)
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
