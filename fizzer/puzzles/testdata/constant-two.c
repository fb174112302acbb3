// Exercises: two constants of the program, each behind a function.
// executions: 600 (the sensitivity analysis, the bit equations that do not hold, a run for each bit, then the constants of the text and
// the operands of the run, four inputs each at each number)
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned int scramble(unsigned int x) {
  for (int i = 0; i < 8; i++) {
    x = (x ^ x >> 12) * 0x5bd1e995u + (x & 7) * x;
  }
  return x;
}

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int y = __VERIFIER_nondet_uint();
  if (scramble(x) == scramble(123456789u)) {
    if (scramble(y + 1) == scramble(987654321u)) {
      return 1;
    }
  }
  return 0;
}
