// Exercises: double in a range far from one, of a large and of a tiny number.
// executions: 900 (two ranges: 1 + 64 bit flips + 7 extremes each, about 20 line searches of 8 each)
// open: 1 (towards the tiny number the slope is the same for all sizes: steps of the exponent are needed)
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
