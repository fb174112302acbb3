// Exercises: the seed of a generator of chance whose third number is known.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  for (int i = 0; i < 3; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    x *= 0x2545f4914f6cdd1dull;
  }
  if (x == 0x123456789abcdef1ull) {
    reach_error();
  }
  return 0;
}
