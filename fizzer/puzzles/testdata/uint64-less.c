// Exercises: unsigned 64-bit integer, the other side of < with a number near the greatest.
// executions: 90 (1 + 64 bit flips, 4 extremes, 3 patterns; the distance is linear: 1 partial derivative and 7 steps, twice as a double holds 53 of 64 bits)
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  if (x < 18446744073709551600ULL) {
    return 1;
  }
  return 0;
}
