// Exercises: a magic number read byte by byte, the highest first.
// executions: 120 (the sensitivity analysis of the bytes; two runs for each byte and each move of several)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned int magic = 0;
  for (int i = 0; i < 4; i++) {
    magic = magic << 8 | __VERIFIER_nondet_uchar();
  }
  if (magic == 0x89504e47u) {
    return 1;
  }
  return 0;
}
