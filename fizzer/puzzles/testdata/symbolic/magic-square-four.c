// Exercises: a magic square of four by four with two cells given.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char s[16];
  for (int i = 0; i < 16; i++) {
    s[i] = __VERIFIER_nondet_uchar();
    if (s[i] < 1 || s[i] > 16)
      return 0;
  }
  unsigned seen = 0;
  for (int i = 0; i < 16; i++)
    seen |= 1u << s[i];
  for (int i = 0; i < 4; i++)
    if (s[4 * i] + s[4 * i + 1] + s[4 * i + 2] + s[4 * i + 3] != 34 || s[i] + s[i + 4] + s[i + 8] + s[i + 12] != 34)
      return 0;
  if (s[0] + s[5] + s[10] + s[15] == 34 && s[3] + s[6] + s[9] + s[12] == 34 && seen == 0x1fffe && s[0] == 16 && s[15] == 1)
    reach_error();
  return 0;
}
