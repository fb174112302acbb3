// Exercises: twelve steps, each with a key that depends on the state, and an error that cannot be reached in the first eleven. Of the
// condition's occurrences in a run, the first eleven are refuted.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short state = 0xace1;
  unsigned char level = 0;
  for (int i = 0; i < 40; i++) {
    if (level == 12) {
      reach_error();
      return 1;
    }
    unsigned short word = __VERIFIER_nondet_ushort();
    unsigned short key = ((state >> 5 | state << 11) + 0x1d2f) ^ level * 257;
    unsigned char right = word == key;
    state = right ? word : state ^ word;
    level = level + right;
  }
  return 0;
}
