// Exercises: float: not a number, both infinities, the negative zero.
// executions: 300 (1 + 32 bit flips + 7 extremes cover all but the negative zero, which is one bit flip)
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x != x) {
    return 1;
  }
  if (x > 3.4e38f) {
    return 2;
  }
  if (x < -3.4e38f) {
    return 3;
  }
  if (x == 0.0f && 1.0f / x < 0.0f) {
    return 4;
  }
  return 0;
}
