// Exercises: the fraction of a float.
// executions: 270 (the sensitivity analysis, some 170 numbers of all magnitudes, 32 runs for a bisection)
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 100.0f && x < 200.0f) {
    int whole = (int)x;
    if (x - (float)whole == 0.25f && whole % 37 == 5) {
      return 1;
    }
  }
  return 0;
}
