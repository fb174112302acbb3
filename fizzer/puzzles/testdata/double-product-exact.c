// Exercises: a product of doubles that must be exact.
// executions: 290 (the sensitivity analysis, some 170 numbers of all magnitudes, 64 runs for a bisection)
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x * 3.0 == 7.5) {
    return 1;
  }
  return 0;
}
