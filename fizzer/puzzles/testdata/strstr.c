// Exercises: a text inside another one.
// executions: 3000 (a match of each character is a linear condition: 8 * 8 bit flips and a descent of 8 for each, at any of
// six positions)
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char b[9];
  for (int i = 0; i < 8; i++) {
    b[i] = __VERIFIER_nondet_char();
  }
  b[8] = 0;
  if (strstr(b, "key") != 0) {
    return 1;
  }
  return 0;
}
