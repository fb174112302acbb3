// Exercises: four equations of four numbers.
// executions: 1100 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int c = __VERIFIER_nondet_int();
  int d = __VERIFIER_nondet_int();
  if (a > 2000 || a < -2000 || b > 2000 || b < -2000 || c > 2000 || c < -2000 || d > 2000 || d < -2000) {
    return 0;
  }
  if (a + b + c + d == 1000) {
    if (a - b + c - d == 200) {
      if (a + 2 * b == 777) {
        if (c - 3 * d == -127) {
          return 1;
        }
      }
    }
  }
  return 0;
}
