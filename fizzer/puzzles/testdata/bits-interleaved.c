// Exercises: the bits of two numbers in turn.
// executions: 210 (the sensitivity analysis; the bit equations, a run for each bit, once where they are linear)
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_ushort();
  unsigned int y = __VERIFIER_nondet_ushort();
  unsigned int both = 0;
  for (int i = 0; i < 16; i++) {
    both |= (x >> i & 1) << 2 * i | (y >> i & 1) << (2 * i + 1);
  }
  if (both == 0xc0dec0deu) {
    return 1;
  }
  return 0;
}
