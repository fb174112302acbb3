// Exercises: a recursive function of one argument that returns something else for large ones.
// family: Recursive
// data model: LP64
// executions: 10000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "recursive-mc91.c", 7, "reach_error"); }
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
extern int __VERIFIER_nondet_int(void);

static int f(int x) {
  if (x > 100) {
    return x - 10;
  }
  return f(f(x + 11));
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  assume_abort_if_not(x > 0);
  int result = f(x);
  __VERIFIER_assert(result == 91 || result != x - 10 || x != 4321);
  return 0;
}
