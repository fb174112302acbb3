// Exercises: built-in functions: overflow, byte swap, leading zeros, constant, choose.
// executions: 700 (1 + 64 bit flips, 8 extremes and 6 patterns, one of which overflows; the swapped bytes are tried as such;
// the leading zeros are found by bit flips)
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int y = __VERIFIER_nondet_int();
  int sum;
  if (__builtin_add_overflow(y, 1000, &sum)) {
    return 1;
  }
  if (__builtin_bswap32(x) == 0x11223344u) {
    return 2;
  }
  if (__builtin_clz(x | 1) == 20) {
    return __builtin_constant_p(3) ? 3 : 4;
  }
  return 0;
}
