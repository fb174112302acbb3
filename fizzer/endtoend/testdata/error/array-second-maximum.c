// Exercises: exactly four of six numbers are greater than what should be the second greatest.
// family: Arrays
// data model: ILP32
// executions: 5000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "array-second-maximum.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[6];
  for (int i = 0; i < 6; i++) {
    a[i] = __VERIFIER_nondet_int();
  }
  int first = a[0], second = 0;
  for (int i = 1; i < 6; i++) {
    if (a[i] > first) {
      second = first;
      first = a[i];
    }
  }
  int greater = 0;
  for (int i = 0; i < 6; i++) {
    greater += a[i] > second;
  }
  if (a[0] > 1000 && first == a[0] && a[3] == -5) {
    __VERIFIER_assert(greater != 4);
  }
  return 0;
}
