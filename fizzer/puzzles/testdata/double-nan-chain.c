// Exercises: what is not a number after a computation.
// executions: 16 (the sensitivity analysis, some 170 numbers of all magnitudes, 64 runs for a bisection)
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = x * 2.0 - x * 2.0;
  if (y != y) {
    if (x == x) {
      return 1;
    }
    return 2;
  }
  return 0;
}
