// Exercises: ten assumptions in a row before the condition.
// executions: 1100 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_assume(int condition);

int main(void) {
  int x[5];
  for (int i = 0; i < 5; i++) {
    x[i] = __VERIFIER_nondet_int();
  }
  __VERIFIER_assume(x[0] > 10);
  __VERIFIER_assume(x[0] < 10000);
  __VERIFIER_assume(x[1] == x[0] + 7);
  __VERIFIER_assume(x[2] > x[1]);
  __VERIFIER_assume(x[2] < 2 * x[1]);
  __VERIFIER_assume(x[3] == x[2] - x[0]);
  __VERIFIER_assume(x[4] >= 0);
  __VERIFIER_assume(x[4] != x[3]);
  __VERIFIER_assume(x[4] < x[0]);
  __VERIFIER_assume(x[1] + x[4] > 50);
  if (x[0] + x[2] == 4711) {
    return 1;
  }
  return 0;
}
