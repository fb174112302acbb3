// Exercises: two doubles in a linear condition.
// executions: 500 (1 + 128 bit flips + 14 extremes; linear: about 10 line searches of 9)
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = __VERIFIER_nondet_double();
  if (x + y == 10.0 && x - y == 4.0) {
    return 1;
  }
  return 0;
}
