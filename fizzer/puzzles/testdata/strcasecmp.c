// Exercises: a comparison without regard to case.
// executions: 6000 (4 characters; each 32 bit flips, two range conditions and an equality on several paths: some ten descents of 8;
// beyond the first character the difference is a step where the case changes: an analysis of 100 runs a bit in between)
#include <strings.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char b[5];
  for (int i = 0; i < 4; i++) {
    b[i] = __VERIFIER_nondet_char();
  }
  b[4] = 0;
  if (strcasecmp(b, "Host") == 0) {
    return 1;
  }
  return 0;
}
