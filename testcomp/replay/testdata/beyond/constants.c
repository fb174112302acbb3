// tests: 1 | 2
// goals: 6 4
// A choice where a constant must be is no goal: TestCov's own text does not compile there.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  static int a = 1 ? 2 : 3, b[] = { 1 ? 2 : 3 };
  enum { E = 1 ? 2 : 3 };
  struct { int f : 1 ? 2 : 3; } s = { 0 };
  _Static_assert(1 ? 2 : 3, "two");
  int aligned __attribute__((aligned(1 ? 8 : 16))) = a ? 1 : 2;
  switch (__VERIFIER_nondet_int()) { case 1 ? 2 : 3: break; default: b[0] = s.f + aligned + E; }
  if (b[0]) a = 3;
  return a;
}
