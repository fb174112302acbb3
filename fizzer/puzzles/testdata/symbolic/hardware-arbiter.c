// Exercises: an arbiter whose grants are counted.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char turn = 0;
  unsigned granted = 0;
  for (int step = 0; step < 8; step++) {
    unsigned char requests = __VERIFIER_nondet_uchar();
    unsigned char rotated = (unsigned char)(requests >> turn | requests << (8 - turn));
    unsigned char grant = rotated & -rotated;
    granted = granted * 9 + grant;
    turn = (turn + (grant & 0xaa ? 3 : 1)) & 7;
  }
  if (granted % 65536 == 0x3e8f && turn == 4)
    reach_error();
  return 0;
}
