// Exercises: a quotient that must be exact.
// executions: 210 (the sensitivity analysis, some 170 numbers of all magnitudes, 64 runs for a bisection)
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (1.0 / x == 0.0625) {
    return 1;
  }
  return 0;
}
