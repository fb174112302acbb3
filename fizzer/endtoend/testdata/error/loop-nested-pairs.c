// Exercises: two nested loops over inputs; the third pair of equal neighbours is too many.
// family: Loops
// data model: LP64
// executions: 20000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "loop-nested-pairs.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int pairs = 0;
  for (int i = 0; i < 3; i++) {
    int last = __VERIFIER_nondet_int();
    for (int j = 0; j < 3; j++) {
      int x = __VERIFIER_nondet_int();
      if (x == last + 17) {
        pairs++;
      }
      last = x;
    }
  }
  __VERIFIER_assert(pairs < 3);
  return 0;
}
