// Exercises: a permutation of sixteen numbers, each marked in a table when it is used.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char used[16] = {0};
  unsigned sum = 0, before = 0;
  for (int i = 0; i < 16; i++) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x >= 16 || used[x] || (i > 0 && (x ^ before) % 3 == 0)) {
      return 0;
    }
    used[x] = 1;
    sum = sum * 7 + x * (i + 1);
    before = x;
  }
  if ((sum & 0xff) == 0x5a) {
    reach_error();
  }
  return 0;
}
