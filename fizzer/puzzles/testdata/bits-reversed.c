// Exercises: a number whose bits are in the other order.
// executions: 160 (the sensitivity analysis; the bit equations, a run for each bit, once where they are linear)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int reversed = 0;
  for (int i = 0; i < 32; i++) {
    reversed |= (x >> i & 1) << (31 - i);
  }
  if (reversed == 0x2b992ddfu) {
    return 1;
  }
  return 0;
}
