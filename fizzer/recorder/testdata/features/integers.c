/* Operations on integers, in every width. */
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_size_t(void);

#define OPERATIONS(type, read)                                                                                         \
  static int on_##type(void) {                                                                                         \
    type a = read(), b = read();                                                                                       \
    int hits = 0;                                                                                                      \
    hits += a + b == 7, hits += a - b == 7, hits += a * b == 42, hits += (a & b) == 5, hits += (a | b) == 5;           \
    hits += (a ^ b) == 3, hits += ~a == b, hits += -a == b, hits += (a << 3) == b, hits += (a >> 2) == b;              \
    hits += (type)(a << (b & 7)) == 64, hits += (type)(a >> (b & 7)) == 3, hits += a < b, hits += a <= b;              \
    hits += a > b, hits += a >= b, hits += a != b, hits += !a, hits += (a && b), hits += (a || b);                     \
    if (b != 0 && !(b == (type)-1)) {                                                                                  \
      hits += a / b == 2, hits += a % b == 3;                                                                          \
    }                                                                                                                  \
    a += b, a -= 3, a *= 5, a ^= 17, a++, --b;                                                                         \
    return a == b ? hits : hits + 1;                                                                                   \
  }
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned long ulong;
typedef long long longlong;
typedef unsigned long long ulonglong;
OPERATIONS(char, __VERIFIER_nondet_char)
OPERATIONS(uchar, __VERIFIER_nondet_uchar)
OPERATIONS(short, __VERIFIER_nondet_short)
OPERATIONS(ushort, __VERIFIER_nondet_ushort)
OPERATIONS(int, __VERIFIER_nondet_int)
OPERATIONS(unsigned, __VERIFIER_nondet_uint)
OPERATIONS(long, __VERIFIER_nondet_long)
OPERATIONS(ulong, __VERIFIER_nondet_ulong)
OPERATIONS(longlong, __VERIFIER_nondet_longlong)
OPERATIONS(ulonglong, __VERIFIER_nondet_ulonglong)

static int builtins(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned long long b = __VERIFIER_nondet_ulonglong();
  int sum, hits = 0;
  hits += __builtin_bswap32(a) == 7, hits += __builtin_bswap64(b) == 7, hits += __builtin_popcount(a) == 3;
  hits += a != 0 && __builtin_clz(a) == 4, hits += a != 0 && __builtin_ctz(a) == 4, hits += __builtin_popcountll(b) == 9;
  hits += __builtin_add_overflow((int)a, (int)b, &sum), hits += sum == 12;
  hits += __builtin_mul_overflow((int)a, 77, &sum), hits += sum == 13;
  hits += __builtin_sub_overflow(a, (unsigned)b, (unsigned *)&sum), hits += sum == 14;
  hits += (a << 7 | a >> 25) == 9, hits += __builtin_expect(a == 4, 0);
  return hits;
}

int main(void) {
  int hits = on_char() + on_uchar() + on_short() + on_ushort() + on_int() + on_unsigned() + on_long() + on_ulong() +
             on_longlong() + on_ulonglong() + builtins();
  _Bool yes = __VERIFIER_nondet_bool();
  if (yes) {
    hits++;
  }
  if (__VERIFIER_nondet_size_t() > 10) {
    hits++;
  }
  return hits > 5;
}
