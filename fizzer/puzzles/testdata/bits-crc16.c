// Exercises: a cyclic redundancy check of three bytes.
// executions: 1300 (the sensitivity analysis; the bit equations, a run for each bit, once where they are linear)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned int crc = 0xffff;
  for (int i = 0; i < 3; i++) {
    crc ^= (unsigned int)__VERIFIER_nondet_uchar() << 8;
    for (int k = 0; k < 8; k++) {
      crc = (crc << 1 ^ (crc >> 15 & 1) * 0x1021u) & 0xffff;
    }
  }
  if (crc == 0x29b1) {
    return 1;
  }
  return 0;
}
