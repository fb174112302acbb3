// Exercises: functions of the mathematical library, whose values are compared.
// executions: 4000 (five conditions on two doubles: 140 runs of sensitivity and a descent of up to 200 each)
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = __VERIFIER_nondet_double();
  if (sqrt(x) > 12.0 && sqrt(x) < 12.5) {
    return 1;
  }
  if (floor(y) == 77.0) {
    return 2;
  }
  if (fabs(x) < 1e-3 && x != 0.0) {
    return 3;
  }
  if (fmod(y, 10.0) > 9.0) {
    return 4;
  }
  if (exp(x) > 100.0) {
    return 5;
  }
  return 0;
}
