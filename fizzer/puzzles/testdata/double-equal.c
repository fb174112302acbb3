// Exercises: double, == with a number that has all bits of its fraction.
// executions: 300 (1 + 64 bit flips + 7 extremes; linear: about 10 line searches of 8, as the steps are rounded)
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == 3.141592653589793) {
    return 1;
  }
  return 0;
}
