// Exercises: a table in two levels with a computed index.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char box[256];
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), c = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 256; i++)
    box[i] = (unsigned char)(i * 167 + 13) ^ (unsigned char)(i >> 3);
  unsigned char x = box[box[a] ^ b], y = box[box[b] ^ c], z = box[box[c] ^ a];
  if (x == 0x79 && y == 0x35 && z == 0x23)
    reach_error();
  return 0;
}
