// Exercises: double in a range far from one, of a large and of a tiny number.
// executions: 500 (two ranges: 1 + 64 bit flips, 7 extremes and 3 patterns each; a line search of 13 halves the way by the
// number of doubles at least: 62 bits of them at most, but the window has 2^49 doubles: about 13 searches)
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = __VERIFIER_nondet_double();
  if (x > 1e100 && x < 1.1e100) {
    return 1;
  }
  if (y > 1e-100 && y < 1.1e-100) {
    return 2;
  }
  return 0;
}
