// Exercises: long double arithmetic and comparison.
// executions: 300 (1 + 64 bit flips + 7 extremes; linear: about 10 line searches of 8)
extern double __VERIFIER_nondet_double(void);

int main(void) {
  long double x = __VERIFIER_nondet_double();
  if (x * 2.0L == 7.0L) {
    return 1;
  }
  return 0;
}
