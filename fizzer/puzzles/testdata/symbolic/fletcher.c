// Exercises: Fletcher's checksum over 16 bytes, and a text in front.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char d[16];
  unsigned a = 0, b = 0;
  for (int i = 0; i < 16; i++) {
    d[i] = __VERIFIER_nondet_uchar();
    a = (a + d[i]) % 255;
    b = (b + a) % 255;
  }
  if (a == 0x5e && b == 0xd3 && (d[0] ^ d[8]) == 'k' && d[1] + d[9] == 'e' && (d[2] ^ d[10] ^ d[3]) == 'y')
    reach_error();
  return 0;
}
