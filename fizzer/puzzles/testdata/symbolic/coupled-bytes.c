// Exercises: bytes whose sums, differences and XORs are known.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char b[8];
  for (int i = 0; i < 8; i++)
    b[i] = __VERIFIER_nondet_uchar();
  if ((b[0] ^ b[4]) == 0x5a && (b[1] ^ b[5]) == 0xc3 && b[2] + b[6] == 300 && b[3] - b[7] == 111 && (b[0] ^ b[1]) == 0x11 &&
      b[4] + b[5] == b[6] + 26 && (b[2] ^ b[3]) == 0x30)
    reach_error();
  return 0;
}
