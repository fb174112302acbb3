// Exercises: malloc of zero, of a huge size, of sizes from inputs; free of null.
// executions: 300 (the size is linear: 35 runs of sensitivity and a descent of 8 for two conditions)
// uncovered: 2 (malloc(0) is not null; half of the address space is never there)
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char *nothing = malloc(0);
  if (nothing == 0) {
    return -1;
  }
  if (malloc(~(size_t)0 / 2) != 0) {
    return -2;
  }
  free(0);
  free(nothing);
  unsigned size = __VERIFIER_nondet_uint();
  char *p = malloc(size);
  if (p == 0) {
    return 1;
  }
  free(p);
  if (size == 4096) {
    return 2;
  }
  return 0;
}
