// Exercises: a CRC of 32 bits without a table over 16 bytes, and the sum of the bytes.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned crc = 0xffffffffu;
  unsigned sum = 0;
  for (int i = 0; i < 16; i++) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    sum += byte;
    crc ^= byte;
    for (int k = 0; k < 8; k++) {
      crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
    }
  }
  if (crc == 0x1a2b3c4du && (sum & 63) == 17) {
    reach_error();
  }
  return 0;
}
