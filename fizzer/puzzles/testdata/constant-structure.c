// Exercises: a number of a structure, behind a function.
// executions: 310 (the sensitivity analysis, the bit equations that do not hold, a run for each bit, then the constants of the text and
// the operands of the run, four inputs each at each number)
extern unsigned int __VERIFIER_nondet_uint(void);

static const struct {
  int kind;
  unsigned int key;
} known[3] = {{1, 0x67452301u}, {2, 0xefcdab89u}, {3, 0x98badcfeu}};

static unsigned int scramble(unsigned int x) {
  for (int i = 0; i < 8; i++) {
    x = (x ^ x >> 12) * 0x5bd1e995u + (x & 15) * x;
  }
  return x;
}

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  for (int i = 0; i < 3; i++) {
    if (known[i].kind == 2 && scramble(x) == scramble(known[i].key)) {
      return 1;
    }
  }
  return 0;
}
