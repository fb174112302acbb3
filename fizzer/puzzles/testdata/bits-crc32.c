// Exercises: a cyclic redundancy check of six bytes.
// executions: 2500 (the sensitivity analysis; the bit equations, a run for each bit, once where they are linear)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned int crc = 0xffffffffu;
  for (int i = 0; i < 6; i++) {
    crc ^= __VERIFIER_nondet_uchar();
    for (int k = 0; k < 8; k++) {
      crc = crc >> 1 ^ (crc & 1) * 0xedb88320u;
    }
  }
  if (~crc == 0xcbf43926u) {
    return 1;
  }
  return 0;
}
