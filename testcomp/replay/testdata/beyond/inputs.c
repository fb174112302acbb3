// tests: 170141183460469231731687303715884105727 -5 1 2 3 18446744073709551615 4096 0 7 8 9 255 65535 | 340282366920938463463374607431768211455 -170141183460469231731687303715884105728 0 0 0 0 0 1 0 0 0 0 0
// goals: 14 12
// model: LP64
// Input functions that TestCov's harness lacks, and a program that defines some itself.
extern unsigned __int128 __VERIFIER_nondet_uint128(void);
extern __int128 __VERIFIER_nondet_int128(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern unsigned long __VERIFIER_nondet_size_t(void);
extern char *__VERIFIER_nondet_pchar(void), *__VERIFIER_nondet_charp(void);
extern long long __VERIFIER_nondet_loff_t(void);
extern unsigned long __VERIFIER_nondet_sector_t(void), __VERIFIER_nondet_pthread_t(void);
extern unsigned char __VERIFIER_nondet_unsigned_char(void);
extern unsigned short __VERIFIER_nondet_unsigned_short(void);
int __VERIFIER_nondet_int(void) { return 42; }
int main(void) {
  unsigned __int128 u = __VERIFIER_nondet_uint128();
  if (u >> 127) u = 0; else if (u + 1 == (unsigned __int128)1 << 127) u = 1;
  __int128 i = __VERIFIER_nondet_int128();
  if (i == -5) i = 0; else if (i == (__int128)1 << 127) i = 1;
  unsigned char m[3];
  __VERIFIER_nondet_memory(m, 3);
  if (m[0] == 1 && m[1] == 2 && m[2] == 3) m[0] = 0;
  if (__VERIFIER_nondet_size_t() == 4294967295) m[1] = 0;
  char *p = __VERIFIER_nondet_pchar(), *q = __VERIFIER_nondet_charp();
  if (p == (char *)4096 && !q) m[2] = 0;
  long n = __VERIFIER_nondet_loff_t() + __VERIFIER_nondet_sector_t() + __VERIFIER_nondet_pthread_t();
  if (n == 24 && __VERIFIER_nondet_unsigned_char() == 255 && __VERIFIER_nondet_unsigned_short() == 65535) n = 0;
  return __VERIFIER_nondet_int();
}
