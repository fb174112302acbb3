// Exercises: a wide constant in two words, behind a function.
// executions: 390 (the sensitivity analysis, the bit equations that do not hold, a run for each bit, then the constants of the text and
// the operands of the run, four inputs each at each number)
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned long long scramble(unsigned long long x) {
  for (int i = 0; i < 5; i++) {
    x = (x ^ x >> 31) * 0xbf58476d1ce4e5b9ULL + (x & 7) * x;
  }
  return x;
}

int main(void) {
  unsigned long long high = __VERIFIER_nondet_uint();
  unsigned long long low = __VERIFIER_nondet_uint();
  unsigned long long x = high << 32 | low;
  if (scramble(x) == scramble(0xa0761d6478bd642fULL)) {
    return 1;
  }
  return 0;
}
