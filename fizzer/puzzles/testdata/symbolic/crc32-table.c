// Exercises: a CRC by a table.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned table[256];
int main(void) {
  for (unsigned i = 0; i < 256; i++) {
    unsigned c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? c >> 1 ^ 0x82f63b78 : c >> 1;
    table[i] = c;
  }
  unsigned crc = 0;
  for (int i = 0; i < 6; i++)
    crc = crc >> 8 ^ table[(crc ^ __VERIFIER_nondet_uchar()) & 0xff];
  if (crc == 0x600dd1ce)
    reach_error();
  return 0;
}
