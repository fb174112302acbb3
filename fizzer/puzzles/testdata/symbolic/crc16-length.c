// Exercises: a CRC whose length is read.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n < 4 || n > 16)
    return 0;
  unsigned short crc = 0;
  unsigned char first = 0;
  for (int i = 0; i < n; i++) {
    unsigned char b = __VERIFIER_nondet_uchar();
    if (i == 0)
      first = b;
    crc ^= (unsigned short)(b << 8);
    for (int k = 0; k < 8; k++)
      crc = (unsigned short)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
  }
  if (crc == 0xbeef && first == n)
    reach_error();
  return 0;
}
