// Exercises: a chain of assumptions over small integers and Booleans.
// family: XCSP
// expected: 2/2 goals
// budget: 20000 executions
// Written by examples/generate -kind constraints -seed 2. The error is reached by the values
// 12 8 3 21 2 18 26 10 24
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
void reach_error() { __assert_fail("0", "xcsp-drawn.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static void assume(int holds) {
  if (!holds) {
    abort();
  }
}

int main(void) {
  int x0 = __VERIFIER_nondet_int();
  assume(x0 >= 0 && x0 <= 30);
  int x1 = __VERIFIER_nondet_int();
  assume(x1 >= 0 && x1 <= 30);
  int x2 = __VERIFIER_nondet_int();
  assume(x2 >= 0 && x2 <= 30);
  int x3 = __VERIFIER_nondet_int();
  assume(x3 >= 0 && x3 <= 30);
  int x4 = __VERIFIER_nondet_int();
  assume(x4 >= 0 && x4 <= 30);
  int x5 = __VERIFIER_nondet_int();
  assume(x5 >= 0 && x5 <= 30);
  int x6 = __VERIFIER_nondet_int();
  assume(x6 >= 0 && x6 <= 30);
  int x7 = __VERIFIER_nondet_int();
  assume(x7 >= 0 && x7 <= 30);
  int x8 = __VERIFIER_nondet_int();
  assume(x8 >= 0 && x8 <= 30);
  assume(2 * x0 + 7 * x1 + 2 * x2 + 7 * x3 + 7 * x4 + 9 * x5 + 8 * x6 + 1 * x7 + 5 * x8 == 747);
  assume(5 * x0 + 3 * x1 + 8 * x2 + 2 * x3 + 6 * x4 + 4 * x5 + 9 * x6 + 5 * x7 + 8 * x8 == 710);
  assume(x0 * x1 == 96);
  assume(x2 * x3 == 63);
  assume(x4 * x5 == 36);
  assume(x6 * x7 == 260);
  reach_error();
  return 0;
}
