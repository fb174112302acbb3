// Exercises: a wide constant, behind a function that cannot be turned round.
// executions: 290 (the sensitivity analysis, the bit equations that do not hold, a run for each bit, then the constants of the text and
// the operands of the run, four inputs each at each number)
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

static unsigned long long scramble(unsigned long long x) {
  for (int i = 0; i < 5; i++) {
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9ULL + (x & 15) * x;
  }
  return x;
}

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  if (scramble(x) == scramble(0x0123456789abcdefULL)) {
    return 1;
  }
  return 0;
}
