// Exercises: strtok, whose state is a static variable, over words that inputs separate.
// executions: 6000 (each of 6 characters is compared with a set of two: 48 bit flips and two descents of 8, on some tens of
// paths)
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char b[7];
  for (int i = 0; i < 6; i++) {
    b[i] = __VERIFIER_nondet_char();
  }
  b[6] = 0;
  int words = 0;
  for (char *word = strtok(b, ", "); word; word = strtok(0, ", ")) {
    words++;
  }
  if (words == 3) {
    return 1;
  }
  return 0;
}
