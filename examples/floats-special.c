// Exercises: values of floating point that random bits rarely hit: nan, both infinities, -0, a subnormal, an exact double.
// family: Floats
// expected: 18/19 goals
// budget: 200000 executions
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);

static int classify(double x) {
  if (x != x) {
    return 0;
  }
  if (x == 1.0 / 0.0) {
    return 1;
  }
  if (x == -1.0 / 0.0) {
    return 2;
  }
  if (x == 0.0) {
    if (1.0 / x < 0.0) {
      return 3;
    }
    return 4;
  }
  return 5;
}

int main(void) {
  int kind = classify(__VERIFIER_nondet_double());
  float f = __VERIFIER_nondet_float();
  if (f > 0.0f && f < 1.0e-38f) {
    kind += 10;
  }
  double d = __VERIFIER_nondet_double();
  if (d * 0.5 == 1.25) {
    kind += 20;
  }
  /* no number is both, and nan is neither */
  if (d > 2.0 && d < 1.0) {
    kind += 40;
  }
  switch (kind) {
  case 0:
    return 1;
  case 25:
    return 2;
  default:
    return 0;
  }
}
