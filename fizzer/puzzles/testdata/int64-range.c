// Exercises: signed 64-bit integer in a narrow range, both bounds exclusive.
// executions: 180 (two conditions on one value: 1 + 64 bit flips, 4 extremes, 3 patterns for each, and a linear descent of 8 to 9, twice as a double holds 53 of 64 bits)
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  if (x > -5000000000000000000LL && x < -4999999999999999990LL) {
    return 1;
  }
  return 0;
}
