// Exercises: a step of a random number generator.
// executions: 160 (the sensitivity analysis; the bit equations, a run for each bit, once where they are linear)
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  if (x == 0x243f6a8885a308d3ULL) {
    return 1;
  }
  return 0;
}
