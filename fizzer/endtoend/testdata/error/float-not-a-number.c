// Exercises: a difference of products that is no number.
// family: Floats
// data model: LP64
// executions: 200000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "float-not-a-number.c", 7, "reach_error"); }
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
  double a = __VERIFIER_nondet_double();
  double b = __VERIFIER_nondet_double();
  assume_abort_if_not(a > 1.0 && b > 1.0);
  double difference = a * a - b * b;
  __VERIFIER_assert(difference == difference);
  return 0;
}
