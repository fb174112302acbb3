// Exercises: the state of a long shift register after many steps.
// executions: 280 (the sensitivity analysis; the bit equations, a run for each of 64 bits, once where they are linear)
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long state = __VERIFIER_nondet_ulonglong();
  for (int i = 0; i < 150; i++) {
    state = state >> 1 ^ (0xd800000000000000ull & -(state & 1));
  }
  if (state == 0x0123456789abcdefull) {
    return 1;
  }
  return 0;
}
