// Exercises: five equations of five numbers.
// executions: 2300 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

static int bounded(int x) { return x >= -3000 && x <= 3000; }

int main(void) {
  int v = __VERIFIER_nondet_int();
  int w = __VERIFIER_nondet_int();
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int z = __VERIFIER_nondet_int();
  if (!bounded(v) || !bounded(w) || !bounded(x) || !bounded(y) || !bounded(z)) {
    return 0;
  }
  if (v + w == 41 && w - x == 1300 && 2 * x + y == -700 && y - z + v == 95 && v + w + x + y + z == 103) {
    return 1;
  }
  return 0;
}
