// Exercises: a cyclic redundancy check of four bytes.
// executions: 1700 (the sensitivity analysis; the bit equations, a run for each bit, once where they are linear)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned int crc = 0xb704ceu;
  for (int i = 0; i < 4; i++) {
    crc ^= (unsigned int)__VERIFIER_nondet_uchar() << 16;
    for (int k = 0; k < 8; k++) {
      crc = (crc << 1 ^ (crc >> 23 & 1) * 0x1864cfbu) & 0xffffffu;
    }
  }
  if (crc == 0x21cf02u) {
    return 1;
  }
  return 0;
}
