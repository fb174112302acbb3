// Exercises: signed 64-bit integer, == with a number that no double holds exactly.
// executions: 160 (1 + 64 bit flips + 2 extremes; a double holds 53 of 63 bits, so that a second line search follows the
// first: 2 derivatives, 14 steps)
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  if (x == 1234567890123456789LL) {
    return 1;
  }
  return 0;
}
