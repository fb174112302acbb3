// Exercises: double, a parabola close to its root.
// executions: 600 (1 + 64 bit flips + 7 extremes; about 40 line searches of 8)
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = x * x - 2.0;
  if (y > -1e-6 && y < 1e-6) {
    return 1;
  }
  return 0;
}
