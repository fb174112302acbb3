// Exercises: a word times a matrix of bits.
// executions: 180 (the sensitivity analysis; the bit equations, a run for each bit, once where they are linear)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int y = 0;
  for (int i = 0; i < 32; i++) {
    unsigned int row = 0x9e3779b9u * (unsigned int)(2 * i + 1) & ~((1u << i) - 1) & ~(1u << i);
    y |= (__builtin_parity(x & (row | 1u << i)) & 1u) << i;
  }
  if (y == 0x13198a2eu) {
    return 1;
  }
  return 0;
}
