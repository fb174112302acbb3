// Exercises: a system of linear equations in doubles, solved with pivots.
// executions: 60000
// uncovered: 1 (the third solution of the last condition; nothing finds it
// within so few executions)
#include <math.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  double m[3][4];
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 4; k++) {
      m[i][k] = (signed char)__VERIFIER_nondet_char();
    }
  }
  for (int i = 0; i < 3; i++) {
    int pivot = i;
    for (int k = i + 1; k < 3; k++) {
      if (fabs(m[k][i]) > fabs(m[pivot][i])) {
        pivot = k;
      }
    }
    if (m[pivot][i] == 0) {
      return 1;
    }
    for (int k = 0; k < 4; k++) {
      double kept = m[i][k];
      m[i][k] = m[pivot][k];
      m[pivot][k] = kept;
    }
    for (int k = 0; k < 3; k++) {
      double factor = m[k][i] / m[i][i];
      for (int j = 0; k != i && j < 4; j++) {
        m[k][j] -= factor * m[i][j];
      }
    }
  }
  double x = m[0][3] / m[0][0], y = m[1][3] / m[1][1], z = m[2][3] / m[2][2];
  if (x > 10 && y < -10) {
    return 2;
  }
  if (fabs(x - y) < 1e-9 && x != 0) {
    return 3;
  }
  if (x == 3 && y == 4 && z == 5) {
    return 4;
  }
  return 0;
}
