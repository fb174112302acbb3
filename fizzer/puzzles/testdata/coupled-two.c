// Exercises: two linear equations of two numbers.
// executions: 310 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a > -10000 && a < 10000 && b > -10000 && b < 10000) {
    if (3 * a + 5 * b == 1000) {
      if (7 * a - 2 * b == 830) {
        return 1;
      }
    }
  }
  return 0;
}
