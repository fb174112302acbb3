// Exercises: built-in functions: overflow, byte swap, leading zeros, constant, choose.
// executions: 3300 (1 + 64 bit flips + 4 extremes; three conditions, the byte swap turns the order of the slopes: at most 100
// runs a bit)
// open: 1 (the overflow has no distance: only the greatest numbers show it)
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
