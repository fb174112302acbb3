// Exercises: a constraint puzzle behind assume: four different digits, two of their sums and one product fixed.
// family: XCSP
// expected: 5/6 goals
// budget: 2000000 executions
extern void abort(void);
extern void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function) __attribute__((__nothrow__, __noreturn__));
void reach_error() { __assert_fail("0", "xcsp-puzzle.i", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  assume_abort_if_not(a >= 0 && a <= 9);
  int b = __VERIFIER_nondet_int();
  assume_abort_if_not(b >= 0 && b <= 9);
  int c = __VERIFIER_nondet_int();
  assume_abort_if_not(c >= 0 && c <= 9);
  int d = __VERIFIER_nondet_int();
  assume_abort_if_not(d >= 0 && d <= 9);

  assume_abort_if_not(a != b);
  assume_abort_if_not(a != c);
  assume_abort_if_not(b != c);
  assume_abort_if_not(a != d);
  assume_abort_if_not(b != d);
  assume_abort_if_not(c != d);
  assume_abort_if_not(a + b == 9);
  assume_abort_if_not(c + d == 11);

  if (a * c == 24) {
    reach_error();
  }
  /* a + c and b + d are 20 together, hence never both 7 */
  if (a + c == 7 && b + d == 7) {
    return 1;
  }
  return 0;
}
