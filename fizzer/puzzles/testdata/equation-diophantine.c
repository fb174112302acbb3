// Exercises: two numbers, both bounded, that solve an equation with large factors.
// executions: 150 (the sensitivity analysis of both numbers, two runs for each, then the move that solves the equation within the bounds)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x < 0 || x > 5000 || y < 0 || y > 5000) {
    return 0;
  }
  if (1237 * x - 4567 * y == 1) {
    return 1;
  }
  return 0;
}
