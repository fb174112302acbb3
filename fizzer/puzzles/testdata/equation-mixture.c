// Exercises: amounts of a mixture with a given total and two given shares.
// executions: 1300 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int water = __VERIFIER_nondet_int();
  int sugar = __VERIFIER_nondet_int();
  int salt = __VERIFIER_nondet_int();
  int acid = __VERIFIER_nondet_int();
  if (water < 0 || sugar < 0 || salt < 0 || acid < 0 || water > 5000 || sugar > 5000 || salt > 5000 || acid > 5000) {
    return 0;
  }
  if (water + sugar + salt + acid == 4000) {
    if (7 * sugar == 3 * water) {
      if (salt == acid + 160) {
        return 1;
      }
    }
  }
  return 0;
}
