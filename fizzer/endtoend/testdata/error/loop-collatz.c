// Exercises: a start from which halving and tripling takes exactly 27 steps.
// family: Loops
// data model: ILP32
// executions: 2000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "loop-collatz.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_ushort();
  int steps = 0;
  while (x > 1 && steps < 60) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    steps++;
  }
  __VERIFIER_assert(steps != 27);
  return 0;
}
