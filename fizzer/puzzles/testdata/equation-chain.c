// Exercises: numbers each of which is twice the one before and something.
// executions: 670 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int v[5];
  for (int i = 0; i < 5; i++) {
    v[i] = __VERIFIER_nondet_int();
    if (v[i] < -100000 || v[i] > 100000) {
      return 0;
    }
    if (i > 0 && v[i] != 2 * v[i - 1] + i) {
      return 0;
    }
  }
  if (v[4] == 1626) {
    return 1;
  }
  return 0;
}
