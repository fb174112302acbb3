// Exercises: two equations of two doubles.
// executions: 20000
// goal: error
void reach_error(void) {}
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (x > 0 && y > 0 && x + y == 12.5 && x - y == 2.25 && x < 100)
    reach_error();
  return 0;
}
