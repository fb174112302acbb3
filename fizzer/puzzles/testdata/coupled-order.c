// Exercises: numbers in order with a given sum.
// executions: 1400 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int v[5], sum = 0;
  for (int i = 0; i < 5; i++) {
    v[i] = __VERIFIER_nondet_int();
    if (v[i] < 0 || v[i] > 1000) {
      return 0;
    }
    if (i > 0 && v[i] <= v[i - 1]) {
      return 0;
    }
    sum += v[i];
  }
  if (sum == 2222) {
    return 1;
  }
  return 0;
}
