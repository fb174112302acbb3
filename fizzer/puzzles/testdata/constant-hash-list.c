// Exercises: three words that must hash to those of words of the program, each in another order of bytes.
// executions: 1000 (for each of three numbers the sensitivity analysis, the bit equations that do not hold, then the constants of the text and the
// operands of the run in each encoding)
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned int hash(unsigned int x) {
  for (int i = 0; i < 6; i++) {
    x = (x ^ x >> 15) * 0x2c1b3c6du + (x >> 7) * (x & 0xff);
  }
  return x;
}

int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  unsigned int c = __VERIFIER_nondet_uint();
  if (hash(a) == hash(0x6b6e6f77u) && hash(__builtin_bswap32(b)) == hash(0x77686174u) && hash(c + 1) == hash(0x74686579u)) {
    return 1;
  }
  return 0;
}
