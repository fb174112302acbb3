// tests: 1 | 5 | 7 | 0
// Assertions and aborts in the forms that TestCov's patterns match.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void
__assert_fail(const char *, const char *, unsigned int, const char *)
  __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void check(int x) { if (x == 1) __assert_fail("x", "asserts.c", 3, "check"); }
void choose(int x) { ((x != 5) ? (void)(0) : __assert_fail("x", "asserts.c", 4, "choose")); }
void at_once(int x) { if (x == 7)abort(); }
void several(int x) { if (x == 8) {abort();} else if (x == 9) { x++; abort();} else if (x == 10) {
    abort();
  }
  if (x == 11) goto fail;
  return;
fail: abort();
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  check(x); choose(x); at_once(x); several(x);
  return 0;
}
