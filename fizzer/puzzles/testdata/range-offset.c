// Exercises: an interval far from zero, in a wide type.
// executions: 1200 (the sensitivity analysis, then the values that the bounds leave, and before them the runs of the moves)
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  if (x >= 8000000000000LL && x < 8000000001024LL) {
    unsigned int low = (unsigned int)(x - 8000000000000LL);
    if ((low * 617 & 1023) == 177) {
      return 1;
    }
  }
  return 0;
}
