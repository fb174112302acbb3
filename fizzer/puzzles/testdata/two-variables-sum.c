// Exercises: a plane over two variables.
// executions: 150 (1 + 64 bit flips + 4 extremes; linear: 2 derivatives and 7 steps, rounding is made up for)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long long x = __VERIFIER_nondet_int();
  long long y = __VERIFIER_nondet_int();
  if (3 * x + 7 * y == 1000001) {
    return 1;
  }
  return 0;
}
