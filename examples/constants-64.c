// Exercises: comparisons with 64-bit constants whose last bits a double loses.
// family: BitVectors
// expected: 13/14 goals
// budget: 200000 executions
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  long long a = __VERIFIER_nondet_longlong();
  if (a == 1234567890123456789LL) {
    return 1;
  }
  unsigned long long b = __VERIFIER_nondet_ulonglong();
  if (b > 18446744073709551610ULL) {
    if (b == 18446744073709551613ULL) {
      return 2;
    }
  }
  long c = __VERIFIER_nondet_long();
  unsigned long d = __VERIFIER_nondet_ulong();
  if (c < -9223372036854775800L) {
    if (d - 7 == 0x0123456789abcdefUL) {
      return 3;
    }
  }
  if (a == -c && c == 9007199254740993L) {
    return 4;
  }
  /* an odd number has no half */
  if (d * 2 == 5) {
    return 5;
  }
  return 0;
}
