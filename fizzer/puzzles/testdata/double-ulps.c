// Exercises: a double between two that are three steps apart.
// executions: 6 (the sensitivity analysis, some 170 numbers of all magnitudes, 64 runs for a bisection)
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x > 1.0 && x < 1.0000000000000007) {
    return 1;
  }
  return 0;
}
