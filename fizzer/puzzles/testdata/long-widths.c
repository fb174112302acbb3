// Exercises: long, whose width differs between the data models, next to its limit.
// executions: 200 (1 + 64 bit flips + 2 extremes; a descent of two line searches of 8)
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  long x = __VERIFIER_nondet_long();
  unsigned long y = __VERIFIER_nondet_ulong();
  if (x == (long)(~0UL >> 1) - 5) {
    return 1;
  }
  if (y == ~0UL / 3) {
    return 2;
  }
  return 0;
}
