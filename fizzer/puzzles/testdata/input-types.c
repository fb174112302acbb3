// Exercises: one input of every type, the unofficial ones included.
// executions: 6000 (30 values: at the k-th, all bits before it are flipped once, but values of no effect cost 5 runs only:
// 30 * 5 * 15 runs and 30 descents of 10)
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned char __VERIFIER_nondet_unsigned_char(void);
extern unsigned char __VERIFIER_nondet_u8(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned short __VERIFIER_nondet_unsigned_short(void);
extern unsigned short __VERIFIER_nondet_u16(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned __VERIFIER_nondet_unsigned(void);
extern unsigned __VERIFIER_nondet_unsigned_int(void);
extern unsigned __VERIFIER_nondet_u32(void);
extern unsigned __VERIFIER_nondet_U32(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned long __VERIFIER_nondet_unsigned_long(void);
extern unsigned long __VERIFIER_nondet_pthread_t(void);
extern unsigned long __VERIFIER_nondet_sector_t(void);
extern unsigned long __VERIFIER_nondet_size_t(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern long long __VERIFIER_nondet_loff_t(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern char *__VERIFIER_nondet_pchar(void);
extern char *__VERIFIER_nondet_charp(void);
extern void *__VERIFIER_nondet_pointer(void);
extern char *__VERIFIER_nondet_string(void);
extern long double __VERIFIER_nondet_longdouble(void);
extern signed char __VERIFIER_nondet_schar(void);

#define CHECK(expression)                                                                                              \
  if (expression) {                                                                                                    \
    found++;                                                                                                           \
  }

int main(void) {
  int found = 0;
  CHECK(__VERIFIER_nondet_bool())
  CHECK(__VERIFIER_nondet_char() == -100)
  CHECK(__VERIFIER_nondet_uchar() == 200)
  CHECK(__VERIFIER_nondet_unsigned_char() == 201)
  CHECK(__VERIFIER_nondet_u8() == 202)
  CHECK(__VERIFIER_nondet_short() == -20000)
  CHECK(__VERIFIER_nondet_ushort() == 60000)
  CHECK(__VERIFIER_nondet_unsigned_short() == 60001)
  CHECK(__VERIFIER_nondet_u16() == 60002)
  CHECK(__VERIFIER_nondet_int() == -2000000)
  CHECK(__VERIFIER_nondet_uint() == 4000000000u)
  CHECK(__VERIFIER_nondet_unsigned() == 4000000001u)
  CHECK(__VERIFIER_nondet_unsigned_int() == 4000000002u)
  CHECK(__VERIFIER_nondet_u32() == 4000000003u)
  CHECK(__VERIFIER_nondet_U32() == 4000000004u)
  CHECK(__VERIFIER_nondet_long() == -2000000001L)
  CHECK(__VERIFIER_nondet_ulong() == 4000000005ul)
  CHECK(__VERIFIER_nondet_unsigned_long() == 4000000006ul)
  CHECK(__VERIFIER_nondet_pthread_t() == 4000000007ul)
  CHECK(__VERIFIER_nondet_sector_t() == 4000000008ul)
  CHECK(__VERIFIER_nondet_size_t() == 4000000009ul)
  CHECK(__VERIFIER_nondet_longlong() == -2000000000000LL)
  CHECK(__VERIFIER_nondet_ulonglong() == 18000000000000000000ULL)
  CHECK(__VERIFIER_nondet_loff_t() == 5000000000LL)
  CHECK(__VERIFIER_nondet_float() == 0.5f)
  CHECK(__VERIFIER_nondet_double() == -0.25)
  CHECK(__VERIFIER_nondet_pchar() != 0)
  CHECK(__VERIFIER_nondet_charp() != 0)
  CHECK(__VERIFIER_nondet_pointer() != 0)
  CHECK(__VERIFIER_nondet_string()[1] == 'z')
  CHECK(__VERIFIER_nondet_longdouble() > 1.0L)
  CHECK(__VERIFIER_nondet_schar() == -5)
  return found;
}
