// Exercises: an average computed by an addition that overflows.
// family: BitVectors
// data model: LP64
// executions: 20000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "bitvector-overflow.c", 7, "reach_error"); }
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
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  assume_abort_if_not(a <= b);
  unsigned int middle = (a + b) / 2;
  __VERIFIER_assert(middle >= a);
  return 0;
}
