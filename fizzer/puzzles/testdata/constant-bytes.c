// Exercises: a constant in four bytes, behind a function.
// executions: 1900 (the sensitivity analysis, the bit equations that do not hold, a run for each bit, then the constants of the text and
// the operands of the run, four inputs each at each number)
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned int scramble(unsigned int x) {
  for (int i = 0; i < 8; i++) {
    x = (x ^ x >> 14) * 0x5bd1e995u + (x & 31) * x;
  }
  return x;
}

int main(void) {
  unsigned int x = 0;
  for (int i = 0; i < 4; i++) {
    x = x << 8 | __VERIFIER_nondet_uchar();
  }
  if (scramble(x) == scramble(0x7f454c46u)) {
    return 1;
  }
  return 0;
}
