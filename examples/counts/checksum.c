// Exercises: the sum of 100,000 bytes modulo a number, while some are zero.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned sum = 0;
  int zeros = 0;
  for (int i = 0; i < 100000; i++) {
    unsigned char value = __VERIFIER_nondet_uchar();
    sum += value;
    zeros += value == 0;
  }
  if (zeros > 100 && zeros < 50000) {
    if (sum % 65521 == 31337) {
      return 1;
    }
    if (sum == 7654321) {
      return 2;
    }
  }
  return 0;
}
