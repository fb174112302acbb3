// Exercises: two running sums that must be those of a word.
// executions: 170 (the sensitivity analysis of the path; two runs for each number and each move of several)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned int low = 1, high = 0;
  for (int i = 0; i < 5; i++) {
    low = (low + __VERIFIER_nondet_uchar()) % 65521;
    high = (high + low) % 65521;
  }
  if ((high << 16 | low) == (1500u << 16 | 520u)) {
    return 1;
  }
  return 0;
}
