// Exercises: a magic number read byte by byte, the lowest first.
// executions: 250 (the sensitivity analysis of the bytes; two runs for each byte and each move of several)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned long long magic = 0;
  for (int i = 0; i < 8; i++) {
    magic |= (unsigned long long)__VERIFIER_nondet_uchar() << 8 * i;
  }
  if (magic == 0x0a1a0a0d474e5089ULL) {
    return 1;
  }
  return 0;
}
