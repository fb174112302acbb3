// Exercises: denormal numbers.
// executions: 8 (the sensitivity analysis, some 170 numbers of all magnitudes, 64 runs for a bisection)
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x > 0.0 && x < 1e-310) {
    return 1;
  }
  return 0;
}
