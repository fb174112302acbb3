// Exercises: square roots, sines and powers of inputs.
// executions: 80000
// uncovered: 1 (two doubles whose product and difference are given; nothing
// finds them)
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (isnan(x) || isnan(y)) {
    return 1;
  }
  if (x < 0 || y < 0 || x > 1e6 || y > 1e6) {
    return 2;
  }
  int result = 0;
  if (sqrt(x) > 12.5) {
    result |= 1;
  }
  if (sqrt(x * x + y * y) == 5) {
    result |= 2;
  }
  if (sin(x) > 0.999) {
    result |= 4;
  }
  if (x > 1 && pow(x, 3) == 27) {
    result |= 8;
  }
  if (x + y == 1000 && x - y == 1) {
    result |= 16;
  }
  if (x * y == 1310 && x - y == 7.25) {
    result |= 128;
  }
  float f = __VERIFIER_nondet_float();
  if (f > 2 && f * f == 6.25f) {
    result |= 32;
  }
  if (floor(f) != f && fabsf(f) < 1000) {
    result |= 64;
  }
  return result;
}
