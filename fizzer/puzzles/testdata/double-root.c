// Exercises: the square root of a double.
// executions: 310 (the sensitivity analysis, some 170 numbers of all magnitudes, 64 runs for a bisection)
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x >= 0.0 && sqrt(x) == 1.5) {
    return 1;
  }
  return 0;
}
