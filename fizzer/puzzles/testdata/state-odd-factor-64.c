// Exercises: a wide number times an odd factor, modulo the width.
// executions: 1300 (the sensitivity analysis where the value that the distance names is not the one; the bit equations, a run for each bit, once where
// they are linear and up to once a bit for a product)
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  if (x * 0x9e3779b97f4a7c15ULL == 42ULL) {
    return 1;
  }
  return 0;
}
