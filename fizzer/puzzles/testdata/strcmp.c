// Exercises: strcmp of a text that is read character by character.
// executions: 2000 (8 characters; each is an equality met by a linear descent and a test for the end, on a path of its own:
// 2 * 64 bit flips and extremes, and up to 3 descents of 10 runs for each)
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char b[9];
  for (int i = 0; i < 8; i++) {
    b[i] = __VERIFIER_nondet_char();
  }
  b[8] = 0;
  if (strcmp(b, "fuzzing!") == 0) {
    return 1;
  }
  return 0;
}
