// Exercises: debits and credits that must agree with a balance.
// executions: 850 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long long debit = 0, credit = 0;
  for (int i = 0; i < 3; i++) {
    int d = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    if (d < 1 || c < 1 || d > 1000000 || c > 1000000) {
      return 0;
    }
    debit += d;
    credit += c;
  }
  if (debit == credit) {
    if (debit + credit == 1357924) {
      return 1;
    }
  }
  return 0;
}
