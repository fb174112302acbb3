// Exercises: a number of a table, behind a function that cannot be turned round.
// executions: 220 (the sensitivity analysis, the bit equations that do not hold, a run for each bit, then the constants of the text and
// the operands of the run, four inputs each at each number)
extern unsigned int __VERIFIER_nondet_uint(void);

static const unsigned int keys[4] = {0x3c6ef372u, 0x1f83d9abu, 0x510e527fu, 0x5be0cd19u};

static unsigned int scramble(unsigned int x) {
  for (int i = 0; i < 7; i++) {
    x = (x ^ x >> 11) * 0x5bd1e995u + (x & 31) * x;
  }
  return x;
}

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int key = scramble(x);
  for (int i = 0; i < 4; i++) {
    if (key == scramble(keys[i])) {
      return 1;
    }
  }
  return 0;
}
