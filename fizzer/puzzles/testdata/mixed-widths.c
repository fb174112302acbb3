// Exercises: 32- and 64-bit numbers of both signs in one comparison.
// executions: 500 (1 + 96 bit flips + 4 extremes; linear: 2 derivatives and 7 steps, several times as doubles round)
extern unsigned int __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  long long y = __VERIFIER_nondet_longlong();
  if (y - x == 10000000000LL) {
    if (x > 4000000000u) {
      return 1;
    }
  }
  return 0;
}
