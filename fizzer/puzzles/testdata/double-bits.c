// Exercises: a double by its bits.
// executions: 610 (the sensitivity analysis, some 170 numbers of all magnitudes, 64 runs for a bisection)
// models: 64
extern double __VERIFIER_nondet_double(void);

int main(void) {
  union {
    double number;
    unsigned long long bits;
  } u;
  u.number = __VERIFIER_nondet_double();
  if (u.bits == 0x7fefffffffffffffULL) {
    return 1;
  }
  if ((u.bits >> 52 & 0x7ff) == 0x7ff && (u.bits & 0xfffffffffffffULL) == 5) {
    return 2;
  }
  return 0;
}
