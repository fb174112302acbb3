// Exercises: a wide number whose bytes are in the other order.
// executions: 170 (the sensitivity analysis where the value that the distance names is not the one; the bit equations, a run for each bit, once where
// they are linear and up to once a bit for a product)
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  if (__builtin_bswap64(x) == 0x1122334455667788ULL) {
    return 1;
  }
  return 0;
}
