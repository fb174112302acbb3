// Exercises: the first integer that a float cannot hold.
// executions: 230 (the sensitivity analysis, some 170 numbers of all magnitudes, 32 runs for a bisection)
// models: 64
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 0.0f && x == x + 1.0f && x < 20000000.0f) {
    return 1;
  }
  return 0;
}
