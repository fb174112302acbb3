// Exercises: a sum of an input and a constant, behind a function.
// executions: 210 (the sensitivity analysis, the bit equations that do not hold, a run for each bit, then the constants of the text and
// the operands of the run, four inputs each at each number)
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned int scramble(unsigned int x) {
  for (int i = 0; i < 8; i++) {
    x = (x ^ x >> 13) * 0x5bd1e995u + (x & 15) * x;
  }
  return x;
}

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (scramble(x + 1) == scramble(0xfacade01u)) {
    return 1;
  }
  return 0;
}
