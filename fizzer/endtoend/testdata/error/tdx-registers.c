// Exercises: a call with a leaf number in a register of bit-fields.
// family: Intel-TDX-Module
// data model: LP64
// executions: 200000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "tdx-registers.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern unsigned long __VERIFIER_nondet_ulong(void);

typedef union {
  struct {
    unsigned long leaf : 16;
    unsigned long version : 8;
    unsigned long reserved : 40;
  };
  unsigned long raw;
} leaf_and_version;

int main(void) {
  leaf_and_version rax;
  rax.raw = __VERIFIER_nondet_ulong();
  unsigned long rcx = __VERIFIER_nondet_ulong();
  if (rax.reserved != 0) {
    return 1;
  }
  if (rax.version > 1) {
    return 2;
  }
  switch (rax.leaf) {
  case 9:
    if ((rcx & 0xfff) == 0) {
      return 3;
    }
    break;
  case 24:
    __VERIFIER_assert(rax.version == 0 || rcx >> 52 != 0x123);
    break;
  default:
    return 4;
  }
  return 0;
}
