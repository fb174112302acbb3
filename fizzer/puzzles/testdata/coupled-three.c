// Exercises: three linear equations of three numbers.
// executions: 510 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int c = __VERIFIER_nondet_int();
  if (a > -1000 && a < 1000 && b > -1000 && b < 1000 && c > -1000 && c < 1000) {
    if (a + b + c == 620) {
      if (a - b == 100) {
        if (b - c == 50) {
          return 1;
        }
      }
    }
  }
  return 0;
}
