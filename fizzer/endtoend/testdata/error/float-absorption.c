// Exercises: a sum that absorbs its second number although that is positive.
// family: Floats
// data model: ILP32
// executions: 100000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "float-absorption.c", 7, "reach_error"); }
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
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float a = __VERIFIER_nondet_float();
  float b = __VERIFIER_nondet_float();
  assume_abort_if_not(a > 0.0f && a < 1e30f && b > 0.5f);
  float sum = a + b;
  __VERIFIER_assert(sum != a);
  return 0;
}
