// Exercises: a sum in which most of a double is lost.
// executions: 8 (the sensitivity analysis, some 170 numbers of all magnitudes, 64 runs for a bisection)
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x > 0.0 && x + 1e16 == 1e16 + 6.0) {
    return 1;
  }
  return 0;
}
