// Exercises: a sum over a loop must have an exact value.
// executions: 400 (1 + 64 bit flips + 16 extremes; linear in 8 values: 8 derivatives and 7 steps, a few times)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 8; i++) {
    sum += __VERIFIER_nondet_uchar();
  }
  if (sum == 1234) {
    return 1;
  }
  return 0;
}
