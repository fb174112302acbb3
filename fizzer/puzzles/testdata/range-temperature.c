// Exercises: a number of a scale that is rounded twice.
// executions: 830 (the sensitivity analysis, then the values that the bounds leave, and before them the runs of the moves)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int f = __VERIFIER_nondet_int();
  if (f >= -400 && f <= 900) {
    int c = (f - 32) * 5 / 9, back = c * 9 / 5 + 32;
    if (f - back == 1 && (c * c + 17 * c & 255) == 198) {
      return 1;
    }
  }
  return 0;
}
