// Exercises: variables that are declared and defined nowhere, beside a function of the mathematics library.
// executions: 100 (1 + 32 bit flips + 2 extremes and a linear descent of 8)
// uncovered: 1 (the variable is zero and nobody writes it)
// note: the variable debug_level, which is defined nowhere and starts as zero
#include <math.h>

extern int debug_level;
extern int counters[4];
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (debug_level != 0) {
    return -1;
  }
  counters[2] = __VERIFIER_nondet_int();
  if (sqrt((double)(counters[2] & 0x7fffffff)) > 100.0) {
    return 1;
  }
  return 0;
}
