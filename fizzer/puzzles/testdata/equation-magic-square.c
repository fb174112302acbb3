// Exercises: rows of a magic square.
// executions: 6800 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int v[9];
  for (int i = 0; i < 9; i++) {
    v[i] = __VERIFIER_nondet_int();
    if (v[i] < 1 || v[i] > 300) {
      return 0;
    }
  }
  if (v[0] + v[1] + v[2] == 450 && v[3] + v[4] + v[5] == 450 && v[6] + v[7] + v[8] == 450) {
    if (v[0] + v[3] + v[6] == 450 && v[1] + v[4] + v[7] == 450) {
      if (v[0] + v[4] + v[8] == 450) {
        return 1;
      }
    }
  }
  return 0;
}
