// Exercises: the length of a text, which must be exact.
// executions: 3000 (each position is zero or not; 8 bit flips and a descent of 8 on each of 11 paths, loop heads first)
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char b[13];
  for (int i = 0; i < 12; i++) {
    b[i] = __VERIFIER_nondet_char();
  }
  b[12] = 0;
  if (strlen(b) == 7) {
    return 1;
  }
  return 0;
}
