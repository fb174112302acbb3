// tests: -128 255 -32768 65535 -2147483648 4294967295 -5 5 -9223372036854775808 18446744073709551615 1.5 -0.0 2 4096 | 127 0 32767 0 2147483647 0 5 -1 9223372036854775807 0 nan inf 0 0 | 300 300 70000 70000 4294967296 -1 99999999999 99999999999 1 1 1e-3 1e400 -1 0 | 'a' 0x10 1 1 0x7f 10u 12L 3UL 4LL 5ull 1.5f -inf 1 7 | 1 +2 007 1 1 1 1 1 1 1 0x1p3 1e5 1 1
// How inputs of each type are read: extremes, values out of range, suffixes, hexadecimal digits, characters.
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
  char c = __VERIFIER_nondet_char();
  if (c == -128) ; else if (c == 127) ; else if (c == 44) ; else if (c == 'a') ;
  unsigned char uc = __VERIFIER_nondet_uchar();
  if (uc == 255) ; else if (uc == 44) ; else if (uc == 16) ;
  short s = __VERIFIER_nondet_short();
  if (s == -32768) ; else if (s == 4464) ; else if (s == 7) ;
  unsigned short us = __VERIFIER_nondet_ushort();
  if (us == 65535) ; else if (us == 4464) ;
  int i = __VERIFIER_nondet_int();
  if (i == -2147483647 - 1) ; else if (i == 2147483647) ; else if (i == 0) ; else if (i == 127) ;
  unsigned u = __VERIFIER_nondet_uint();
  if (u == 4294967295u) ; else if (u == 10) ;
  long l = __VERIFIER_nondet_long();
  if (l == -5) ; else if (l == 12) ; else if (l == 2147483647) ; else if (l > 2147483647L) ;
  unsigned long ul = __VERIFIER_nondet_ulong();
  if (ul == -1ul) ; else if (ul == 3) ; else if (ul > 10) ;
  long long ll = __VERIFIER_nondet_longlong();
  if (ll == -9223372036854775807LL - 1) ; else if (ll == 9223372036854775807LL) ;
  unsigned long long ull = __VERIFIER_nondet_ulonglong();
  if (ull == 18446744073709551615ull) ; else if (ull == 5) ;
  float f = __VERIFIER_nondet_float();
  if (f == 1.5f) ; else if (f != f) ; else if (f == 1e-3f) ; else if (f == 8) ;
  double d = __VERIFIER_nondet_double();
  if (d == 0 && 1 / d < 0) ; else if (d > 1e308) ; else if (d < -1e308) ; else if (d == 1e5) ;
  _Bool b = __VERIFIER_nondet_bool();
  if (b == 1) ; else if (b == 0) ;
  void *p = __VERIFIER_nondet_pointer();
  if (p == (void *)4096) ; else if (!p) ;
  return 0;
}
