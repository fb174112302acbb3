// Exercises: float, == with a number that has a fraction.
// executions: 200 (1 + 32 bit flips + 7 extremes; linear: about 5 line searches of 8, as the steps are rounded)
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x == 1234.5f) {
    return 1;
  }
  return 0;
}
