// Exercises: how often four values occur among 30,000.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int counts[4] = {0};
  for (int i = 0; i < 30000; i++) {
    unsigned value = __VERIFIER_nondet_uchar();
    counts[value % 4]++;
  }
  if (counts[1] == counts[2] && counts[1] > 100) {
    return 1;
  }
  if (counts[3] == 2500) {
    if (counts[1] == 1234) {
      return 2;
    }
  }
  if (counts[0] == 7) {
    return 3;
  }
  return 0;
}
