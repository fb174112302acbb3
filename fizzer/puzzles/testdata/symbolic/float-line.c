// Exercises: a line through two points, and where it meets an axis.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double a = __VERIFIER_nondet_double();
  double b = __VERIFIER_nondet_double();
  if (a * 3 + b == 17 && a * 5 + b == 27 && a > 1) {
    reach_error();
  }
  return 0;
}
