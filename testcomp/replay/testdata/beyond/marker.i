// tests: 3 | 4
// goals: 2 2
// A line marker behind an if without an else: TestCov puts its else before the next word and the marker behind the brace on the same line.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) {
    x = 4;
  }
# 30 "marker.i"
  return x;
}
