// Exercises: a square root modulo a prime.
// executions: 450 (the sensitivity analysis, then the values that the bounds leave, and before them the runs of the moves)
extern short __VERIFIER_nondet_short(void);

int main(void) {
  short x = __VERIFIER_nondet_short();
  if (x > 100 && x < 1100 && x * x % 1009 == 1000) {
    return 1;
  }
  return 0;
}
