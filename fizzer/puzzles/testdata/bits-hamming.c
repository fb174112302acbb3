// Exercises: a code word without an error.
// executions: 130 (the sensitivity analysis; the bit equations, a run for each bit, once where they are linear)
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned int word = __VERIFIER_nondet_ushort();
  unsigned int syndrome = 0;
  for (unsigned int i = 1; i < 16; i++) {
    syndrome ^= (word >> i & 1) * i;
  }
  if ((syndrome << 12 | word >> 4) == 0x5a3) {
    return 1;
  }
  return 0;
}
