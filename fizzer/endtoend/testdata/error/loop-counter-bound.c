// Exercises: a loop that runs as often as an input says, and no other number.
// family: Loops
// data model: ILP32
// executions: 20000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "loop-counter-bound.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int count = 0, sum = 0;
  while (count < n && count < 1000) {
    sum += 2 * count + 1;
    count++;
  }
  __VERIFIER_assert(sum != 57 * 57);
  return 0;
}
