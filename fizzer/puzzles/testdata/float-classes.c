// Exercises: fpclassify, isnan, isinf, isfinite, isnormal and signbit of float, double and long double.
// executions: 3000 (each class is an extreme value that sensitivity tries, or a few bit flips of one: 80 runs a value)
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);

static int class_of(double x) {
  switch (fpclassify(x)) {
  case FP_NAN:
    return 1;
  case FP_INFINITE:
    return 2;
  case FP_ZERO:
    return 3;
  case FP_SUBNORMAL:
    return 4;
  }
  return 5;
}

int main(void) {
  double x = __VERIFIER_nondet_double();
  float y = __VERIFIER_nondet_float();
  long double z = (long double)x * y;
  int result = class_of(x);
  if (isnan(y)) {
    return result + 10;
  }
  if (isinf(y) && signbit(y)) {
    return result + 20;
  }
  if (!isnormal(y) && y != 0) {
    return result + 30;
  }
  if (isfinite(z) && signbit(z)) {
    return result + 40;
  }
  return result;
}
