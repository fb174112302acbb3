// Exercises: two accounts whose sum must stay.
// executions: 270 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int fee = __VERIFIER_nondet_int();
  if (a < 0 || b < 0 || fee < 1 || a > 1000000 || b > 1000000) {
    return 0;
  }
  if (a + b + 2 * fee == 900000) {
    if (a - 3 * b == 12345 + fee) {
      return 1;
    }
  }
  return 0;
}
