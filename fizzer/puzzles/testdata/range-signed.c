// Exercises: an interval that begins below zero.
// executions: 1800 (the sensitivity analysis, then the values that the bounds leave, and before them the runs of the moves)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > -900 && x < 900) {
    unsigned int mixed = (unsigned int)(x + 900) * 40503u >> 4 & 2047;
    if (mixed == 1789) {
      return 1;
    }
  }
  return 0;
}
