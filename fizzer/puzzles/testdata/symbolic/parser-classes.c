// Exercises: a parser by a table of classes and one of states.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
static const unsigned char classes[32] = {3, 0, 2, 1, 3, 3, 0, 1, 2, 2, 0, 3, 1, 1, 0, 2, 3, 2, 1, 0, 0, 1, 2, 3, 1, 3, 0, 2, 2, 0, 3, 1};
static const unsigned char next[8][4] = {{0, 1, 0, 2}, {3, 0, 1, 0}, {0, 2, 4, 1}, {5, 3, 0, 0}, {0, 0, 4, 6}, {1, 5, 0, 7}, {6, 0, 7, 2}, {7, 0, 1, 7}};
int main(void) {
  unsigned char state = 0;
  unsigned sum = 0;
  for (int i = 0; i < 10; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    state = next[state][classes[c & 31]];
    sum = sum * 5 + state;
  }
  if (state == 7 && sum % 4096 == 1234)
    reach_error();
  return 0;
}
