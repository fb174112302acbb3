// Exercises: a product and a sum of the same numbers.
// executions: 180 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a > 0 && a < 5000 && b > 0 && b < 5000 && a < b) {
    if (a * b == 4189) {
      return 1;
    }
  }
  return 0;
}
