/* Conditions that couple inputs: changing a single input meets none of them. */
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}

int main(void) {
  unsigned long a[4];
  for (int i = 0; i < 4; i++) {
    a[i] = __VERIFIER_nondet_ulong();
  }
  if (a[0] > 0 && a[1] > 0 && a[2] > 0 && a[3] > 0 && a[1] - a[0] == 11 && a[2] - a[1] == 11 && a[3] - a[2] == 11 &&
      a[3] - a[0] == 33 && a[0] / 11 == 6 && a[0] < 100 && a[1] < 100 && a[2] < 100 && a[3] < 100) {
    reach_error();
  }
  return 0;
}
