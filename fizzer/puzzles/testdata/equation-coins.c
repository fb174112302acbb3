// Exercises: coins of five kinds that make an amount with a given number.
// executions: 470 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern unsigned char __VERIFIER_nondet_uchar(void);

static const unsigned int kinds[5] = {1, 5, 10, 25, 50};

int main(void) {
  unsigned int count = 0, amount = 0;
  for (int i = 0; i < 5; i++) {
    unsigned int n = __VERIFIER_nondet_uchar();
    if (n > 40) {
      return 0;
    }
    count += n;
    amount += n * kinds[i];
  }
  if (count == 61) {
    if (amount == 1237) {
      return 1;
    }
  }
  return 0;
}
