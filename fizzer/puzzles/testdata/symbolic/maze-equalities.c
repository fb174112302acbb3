// Exercises: a maze whose doors are equalities of words.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  static const unsigned keys[6] = {0x9e3779b9, 0x7f4a7c15, 0xf39cc060, 0x5cedc834, 0x1082276b, 0xf3a27251};
  int room = 0;
  for (int step = 0; step < 6; step++) {
    unsigned key = __VERIFIER_nondet_uint(), turn = __VERIFIER_nondet_uint();
    if (key - 3 * turn == keys[room] && turn % 61 == 17)
      room++;
    else
      return 0;
  }
  if (room == 6)
    reach_error();
  return 0;
}
