// Exercises: an arbiter whose grants are mixed into a word.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char turn = 0;
  unsigned granted = 0;
  for (int step = 0; step < 10; step++) {
    unsigned char requests = __VERIFIER_nondet_uchar();
    unsigned char rotated = (unsigned char)(requests >> turn | requests << (8 - turn));
    unsigned char grant = rotated & -rotated;
    granted = (granted << 3 | granted >> 29) + grant * 37;
    granted ^= granted >> 7;
    turn = (turn + (grant & 0xaa ? 3 : 1)) & 7;
  }
  if (granted == 0xc05c228d && turn == 4)
    reach_error();
  return 0;
}
