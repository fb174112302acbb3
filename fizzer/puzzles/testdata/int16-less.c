// Exercises: signed 16-bit integer, < with a number near the least.
// executions: 33 (1 + 16 bit flips, 4 extremes, 3 patterns; the distance is linear: 1 partial derivative and 7 steps)
extern short __VERIFIER_nondet_short(void);

int main(void) {
  short x = __VERIFIER_nondet_short();
  if (x < -32000) {
    return 1;
  }
  return 0;
}
