// Exercises: xor of two inputs.
// executions: 700 (1 + 64 bit flips; the binary descent: 64 derivatives and steps, several times)
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort();
  unsigned short b = __VERIFIER_nondet_ushort();
  if ((unsigned short)(a ^ b) == 0x8421 && a > 50000) {
    return 1;
  }
  return 0;
}
