// Exercises: the state of a shift register with feedback.
// executions: 190 (the sensitivity analysis; the bit equations, a run for each bit, once where they are linear)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int state = __VERIFIER_nondet_uint();
  for (int i = 0; i < 50; i++) {
    state = state >> 1 ^ (state & 1) * 0xa3000000u;
  }
  if (state == 0x1badb002u) {
    return 1;
  }
  return 0;
}
