// Exercises: the number of bits set in an input, counted in a loop of 8 rounds.
// executions: 400 (1 + 8 bit flips for each of 8 conditions on a path; each round is a truncation to one bit)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  int count = 0;
  for (int i = 0; i < 8; i++) {
    if (x >> i & 1) {
      count++;
    }
  }
  if (count == 7) {
    return 1;
  }
  return 0;
}
