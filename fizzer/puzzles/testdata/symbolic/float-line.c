// Exercises: a line through two points, and where it meets an axis.
// executions: 20000
// goal: error
// models: 64
// With 32 bits one recorded run diverges and an answer goes astray; the cause is not found yet.
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
