// tests: 1 | 4
// goals: 2 2
// A declaration directly behind a case: gcc takes it, TestCov's clang does not, and TestCov places no goal there.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  switch (x) {
  case 1: int y = 2; return y;
  default: return 3;
  }
}
