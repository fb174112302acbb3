// tests: 1 | 0
// goals: 2 2
// A function within a function has no goals. lcov 2.0 (Ubuntu 24.04) gives up at one; with lcov 1.16 (Debian 12) TestCov counts the same.
extern int __VERIFIER_nondet_int(void);
int nested(int x) {
  int inner(int y) {
    if (y)
      return 1;
    return 0;
  }
  if (x)
    return inner(2);
  return inner(0);
}
int main(void) { return nested(__VERIFIER_nondet_int()); }
