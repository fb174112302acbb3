// Exercises: signed 16-bit integer, == with a negative number.
// executions: 50 (1 + 16 bit flips + 2 extremes; the distance is linear: 1 partial derivative and 7 steps)
extern short __VERIFIER_nondet_short(void);

int main(void) {
  short x = __VERIFIER_nondet_short();
  if (x == -12345) {
    return 1;
  }
  return 0;
}
