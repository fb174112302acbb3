// Exercises: a short constant in a word of two.
// executions: 320 (the sensitivity analysis, the bit equations that do not hold, a run for each bit, then the constants of the text and
// the operands of the run, four inputs each at each number)
extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned int scramble(unsigned int x) {
  for (int i = 0; i < 9; i++) {
    x = (x ^ x >> 14) * 0x5bd1e995u + (x & 15) * x;
  }
  return x;
}

int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  unsigned short y = __VERIFIER_nondet_ushort();
  if (scramble((unsigned int)x << 16 | y) == scramble(0x7a697021u)) {
    return 1;
  }
  return 0;
}
