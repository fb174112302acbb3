// Exercises: two sides of a balance with different weights.
// executions: 330 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern short __VERIFIER_nondet_short(void);

int main(void) {
  int left = 0, right = 0;
  for (int i = 0; i < 4; i++) {
    int n = __VERIFIER_nondet_short();
    if (n < 0 || n > 500) {
      return 0;
    }
    left += (i + 3) * n;
    right += (9 - 2 * i) * n;
  }
  if (left == right) {
    if (left == 4400) {
      return 1;
    }
  }
  return 0;
}
