// Exercises: one step of a square root from far away is off by more than a tenth.
// family: Floats
// data model: LP64
// executions: 1000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "float-newton.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
void assume_abort_if_not(int condition) {
  if (!condition) {
    abort();
  }
}
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  assume_abort_if_not(x > 1.0 && x < 1000000.0);
  double root = x / 2;
  for (int i = 0; i < 6; i++) {
    root = (root + x / root) / 2;
  }
  __VERIFIER_assert(root * root - x < 1000.0);
  return 0;
}
