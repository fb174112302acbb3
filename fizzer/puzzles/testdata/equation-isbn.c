// Exercises: ten digits with a weighted sum.
// executions: 3100 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern char __VERIFIER_nondet_char(void);

int main(void) {
  int sum = 0, digits = 0;
  for (int i = 0; i < 10; i++) {
    int c = __VERIFIER_nondet_char();
    if (c < '0' || c > '9') {
      return 0;
    }
    sum += (10 - i) * (c - '0');
    digits += c - '0';
  }
  if (digits == 51) {
    if (sum == 253) {
      return 1;
    }
  }
  return 0;
}
