// Exercises: signed 64-bit integer between two bounds that are one apart.
// executions: 250 (1 + 64 bit flips + 2 extremes; twice a descent of two line searches of 8)
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  if (x > 987654321987654320LL && x < 987654321987654322LL) {
    return 1;
  }
  return 0;
}
