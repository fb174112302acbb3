// Exercises: one of several constants in code, behind a function.
// executions: 320 (the sensitivity analysis, the bit equations that do not hold, a run for each bit, then the constants of the text and
// the operands of the run, four inputs each at each number)
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned int scramble(unsigned int x) {
  for (int i = 0; i < 10; i++) {
    x = (x ^ x >> 12) * 0x27d4eb2fu + (x & 15) * x;
  }
  return x;
}

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int mixed = scramble(x);
  if (mixed == scramble(20240229u)) {
    return 1;
  }
  if (mixed == scramble(19691231u)) {
    return 2;
  }
  return 0;
}
