// Exercises: two inputs that must be equal, and neither small.
// executions: 250 (1 + 64 bit flips + 4 extremes; two descents of at most 9 runs a line search)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x == y) {
    if (x > 7654321) {
      return 1;
    }
  }
  return 0;
}
