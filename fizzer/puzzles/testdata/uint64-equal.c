// Exercises: unsigned 64-bit integer, == beyond the signed range.
// executions: 160 (as int64-equal)
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  if (x == 0xfedcba9876543211ULL) {
    return 1;
  }
  return 0;
}
