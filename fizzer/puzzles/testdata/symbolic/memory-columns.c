// Exercises: eight queens whose columns and diagonals are counted in tables.
// executions: 20000
// goal: error
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int columns[8] = {0}, up[15] = {0}, down[15] = {0};
  for (int i = 0; i < 8; i++) {
    int c = __VERIFIER_nondet_int();
    if (c < 0 || c > 7) {
      return 0;
    }
    columns[c]++;
    up[c + i]++;
    down[c - i + 7]++;
  }
  for (int i = 0; i < 8; i++) {
    if (columns[i] != 1) {
      return 0;
    }
  }
  for (int i = 0; i < 15; i++) {
    if (up[i] > 1 || down[i] > 1) {
      return 0;
    }
  }
  reach_error();
  return 0;
}
