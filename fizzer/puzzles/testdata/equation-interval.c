// Exercises: a difference and a weighted sum within bounds.
// executions: 270 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int from = __VERIFIER_nondet_int();
  int to = __VERIFIER_nondet_int();
  int step = __VERIFIER_nondet_int();
  if (from < 0 || to <= from || to > 100000 || step < 2 || step > 90) {
    return 0;
  }
  if (to - from == 37 * step) {
    if (from + to + step == 54322) {
      return 1;
    }
  }
  return 0;
}
