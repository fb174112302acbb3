// Exercises: a hash of two bytes and a length.
// family: Hardness
// data model: LP64
// executions: 500
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "hardness-hash.c", 7, "reach_error"); }
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
  unsigned int hash = 5381;
  unsigned char length = __VERIFIER_nondet_uchar();
  assume_abort_if_not(length == 2);
  for (unsigned char i = 0; i < length; i++) {
    hash = hash * 33 + __VERIFIER_nondet_uchar();
  }
  __VERIFIER_assert(hash != (5381u * 33 + 'q') * 33 + 'z');
  return 0;
}
