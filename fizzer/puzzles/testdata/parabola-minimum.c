// Exercises: a parabola whose minimum is the only solution: x * x + 6 x + 9 <= 0.
// executions: 500 (1 + 32 bit flips + 2 extremes; about 30 line searches of 8, each halves the distance to the root)
extern short __VERIFIER_nondet_short(void);

int main(void) {
  int x = __VERIFIER_nondet_short();
  if (x * x + 6 * x + 9 <= 0) {
    return 1;
  }
  return 0;
}
