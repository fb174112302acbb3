// Exercises: eight rounds of a substitution of nibbles.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned short __VERIFIER_nondet_ushort(void);
static const unsigned char box[16] = {12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2};
int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  for (int round = 0; round < 8; round++) {
    unsigned short y = 0;
    for (int i = 0; i < 4; i++)
      y |= (unsigned short)(box[x >> 4 * i & 15] << 4 * i);
    x = (unsigned short)(y << 3 | y >> 13) ^ (unsigned short)(0x1d3b * round);
  }
  unsigned short k = __VERIFIER_nondet_ushort();
  if ((x ^ k) == 0x7a31 && (x & k) == 0x0084)
    reach_error();
  return 0;
}
