// Exercises: a chain of three look-ups in an array of inputs.
// family: Arrays
// data model: LP64
// executions: 5000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "array-index-table.c", 7, "reach_error"); }
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
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char next[16];
  for (int i = 0; i < 16; i++) {
    next[i] = __VERIFIER_nondet_uchar();
    assume_abort_if_not(next[i] < 16);
  }
  unsigned char a = next[0], b = next[a], c = next[b];
  __VERIFIER_assert(!(a == 9 && b == 4 && c == 13));
  return 0;
}
