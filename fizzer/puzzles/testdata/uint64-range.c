// Exercises: unsigned 64-bit integer in a narrow range, both bounds exclusive.
// executions: 180 (two conditions on one value: 1 + 64 bit flips, 4 extremes, 3 patterns for each, and a linear descent of 8 to 9, twice as a double holds 53 of 64 bits)
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  if (x > 10000000000000000000ULL && x < 10000000000000000009ULL) {
    return 1;
  }
  return 0;
}
