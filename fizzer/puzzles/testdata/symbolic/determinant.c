// Exercises: a matrix of which determinant and sums are known.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern short __VERIFIER_nondet_short(void);

int main(void) {
  int a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  int c = __VERIFIER_nondet_short(), d = __VERIFIER_nondet_short();
  if (a > 0 && b > 0 && c > 0 && d > 0 && a < 200 && b < 200 && c < 200 && d < 200 && a * d - b * c == 1 && a + d == 232 && b - c == 3) {
    reach_error();
  }
  return 0;
}
