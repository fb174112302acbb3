// Exercises: a register machine whose program is the input: each step stores into a register that the input chooses.
// executions: 50000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char r[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int i = 0; i < 14; i++) {
    unsigned char word = __VERIFIER_nondet_uchar();
    unsigned char to = word & 7, from = word >> 3 & 7;
    r[to] = (word & 64) != 0 ? r[to] + r[from] : (unsigned char)(r[from] << 1 ^ 5);
  }
  if (r[0] == 200 && r[1] == 17 && r[7] == r[6] + 13) {
    reach_error();
  }
  return 0;
}
