// Exercises: valid and ready signals; a second request before the acknowledgement.
// family: Hardware
// data model: LP64
// executions: 500
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "hardware-handshake.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short buffer = 0;
  _Bool full = 0;
  for (int cycle = 0; cycle < 8; cycle++) {
    _Bool valid = __VERIFIER_nondet_bool();
    _Bool ready = __VERIFIER_nondet_bool();
    unsigned short data = __VERIFIER_nondet_ushort();
    if (full && ready) {
      full = 0;
    } else if (valid) {
      __VERIFIER_assert(!(full && buffer == 0xcafe && data == 0xf00d));
      buffer = data;
      full = 1;
    }
  }
  return 0;
}
