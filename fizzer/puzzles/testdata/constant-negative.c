// Exercises: a negative constant, behind a function.
// executions: 260 (the sensitivity analysis, the bit equations that do not hold, a run for each bit, then the constants of the text and
// the operands of the run, four inputs each at each number)
extern int __VERIFIER_nondet_int(void);

static unsigned int scramble(unsigned int x) {
  for (int i = 0; i < 9; i++) {
    x = (x ^ x >> 11) * 0x5bd1e995u + (x & 7) * x;
  }
  return x;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (scramble((unsigned int)-x) == scramble(31337007u)) {
    return 1;
  }
  return 0;
}
