// Exercises: two sums over the same bytes.
// executions: 400 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned int sum = 0, weighted = 0;
  for (unsigned int i = 0; i < 6; i++) {
    unsigned int c = __VERIFIER_nondet_uchar();
    sum += c;
    weighted += (i + 1) * c;
  }
  if (sum == 700) {
    if (weighted == 2600) {
      return 1;
    }
  }
  return 0;
}
