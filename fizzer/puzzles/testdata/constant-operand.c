// Exercises: a value that only another comparison has seen.
// executions: 240 (the sensitivity analysis, the bit equations that do not hold, a run for each bit, then the constants of the text and
// the operands of the run, four inputs each at each number)
// uncovered: 1 (the generator never gives 3)
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned int scramble(unsigned int x) {
  for (int i = 0; i < 8; i++) {
    x = (x ^ x >> 12) * 0x5bd1e995u + (x & 7) * x;
  }
  return x;
}

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int secret = 1;
  for (int i = 0; i < 20; i++) {
    secret = secret * 69069u + 5;
  }
  if (secret == 3) {
    return 2;
  }
  if (scramble(x) == scramble(secret)) {
    return 1;
  }
  return 0;
}
