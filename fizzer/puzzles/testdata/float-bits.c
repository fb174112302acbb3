// Exercises: exponent and mantissa of a float, each for itself.
// executions: 530 (the sensitivity analysis, some 170 numbers of all magnitudes, 32 runs for a bisection)
extern float __VERIFIER_nondet_float(void);

int main(void) {
  union {
    float number;
    unsigned int bits;
  } u;
  u.number = __VERIFIER_nondet_float();
  unsigned int exponent = u.bits >> 23 & 255, mantissa = u.bits & 0x7fffff;
  if (exponent == 200 && mantissa == 0x123456) {
    return 1;
  }
  return 0;
}
