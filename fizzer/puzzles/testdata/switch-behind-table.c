// Exercises: cases of a switch over a table's numbers.
// executions: 260 (a path for each case; the values that a byte can have)
extern unsigned char __VERIFIER_nondet_uchar(void);

static const int codes[64] = {[3] = 12, [21] = 40961, [38] = 517, [59] = 77777};

int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar();
  switch (codes[i % 64]) {
  case 40961: return 1;
  case 517: return 2;
  case 77777: return 3;
  default: break;
  }
  return 0;
}
