// Exercises: distances where doubles overflow or cancel: products beyond the greatest double, sums that absorb.
// executions: 10000 (four conditions on two doubles: 140 runs of sensitivity each; steps double until they overflow)
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = __VERIFIER_nondet_double();
  if (x > 1.0e100 && y > 1.0e100) {
    if (x * y > 1.0e300) {
      return 1;
    }
    return 2;
  }
  if (x > 1.0e15 && x < 1.0e300) {
    if (x + 1.0 == x) {
      return 3;
    }
    return 4;
  }
  if (-x > 1.0e307 && -x * 10 > 1.7e308) {
    return 5;
  }
  return 0;
}
