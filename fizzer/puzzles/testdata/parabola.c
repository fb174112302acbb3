// Exercises: a parabola: x * x equal to a square.
// executions: 400 (1 + 32 bit flips + 2 extremes; Newton-like steps halve the error: about 25 line searches of 8)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long long x = __VERIFIER_nondet_int();
  if (x * x == 1522756LL) {
    return 1;
  }
  return 0;
}
