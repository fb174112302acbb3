/* What calls hand over: results beside those of calls within, variable arguments of odd sizes, variables behind longjmp, functions of
 * assembly, memory of a segment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);

static int hits;

/* The call within returns an input, the call around it a number. */
static int level(int n) {
  if (n == 0) {
    return __VERIFIER_nondet_int();
  }
  hits += level(n - 1) == 9;
  return n;
}

/* The same, where nothing takes the result of the call within. */
static int unused(int n) {
  if (n == 0) {
    return __VERIFIER_nondet_int();
  }
  unused(n - 1);
  return n;
}

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* The call within comes from the C library. */
static int through(const void *a, const void *b) {
  int numbers[2] = {*(const int *)b, __VERIFIER_nondet_int()};
  if (a == b) {
    return __VERIFIER_nondet_int();
  }
  qsort(numbers, 2, sizeof *numbers, b == NULL ? order : through);
  return 1;
}

struct pair {
  float a, b;
};

static void take(int n, ...) {
  va_list list;
  va_start(list, n);
  hits += va_arg(list, long double) > 3;
  hits += va_arg(list, int) == 1;
  hits += va_arg(list, int) == 2;
  struct pair p = va_arg(list, struct pair);
  hits += p.a > 1, hits += p.b > 1;
  hits += va_arg(list, double) > 2;
#ifdef __SIZEOF_INT128__
  __int128 wide = va_arg(list, __int128);
  hits += wide == 5, hits += wide >> 64 == 1;
#endif
  hits += va_arg(list, long) == 3;
  hits += va_arg(list, int) == 4;
  va_end(list);
}

static void each(int n, ...) {
  va_list list;
  va_start(list, n);
  for (int i = 0; i < n; i++) {
    hits += va_arg(list, int) > 3;
  }
  va_end(list);
}

static jmp_buf place;

static void jump(void) {
  int changed = 0, count = 0;
  if (setjmp(place) == 0) {
    changed = __VERIFIER_nondet_int(), count = 7;
    longjmp(place, 1);
  }
  hits += changed > 5, hits += count == 7;
}

#if defined(__x86_64__)
__attribute__((naked)) static int sum(int a, int b) { __asm__("leal (%rdi,%rsi), %eax\n\tret"); }
#define SEGMENT __seg_fs
#define GUARD 0x28
#else
__attribute__((naked)) static int sum(int a, int b) { __asm__("movl 4(%esp), %eax\n\taddl 8(%esp), %eax\n\tret"); }
#define SEGMENT __seg_gs
#define GUARD 0x14
#endif

int main(void) {
  int v = __VERIFIER_nondet_int();
  hits += level(1) == 1, hits += unused(2) == 2, hits += through(&v, &hits) == 1;
  struct pair p = {__VERIFIER_nondet_float(), __VERIFIER_nondet_float()};
  double d = __VERIFIER_nondet_double();
  long l = __VERIFIER_nondet_long();
#ifdef __SIZEOF_INT128__
  take(1, 2.0L, v, v + 1, p, d, (__int128)(unsigned)v, l, v + 2);
#else
  take(1, 2.0L, v, v + 1, p, d, l, v + 2);
#endif
  each(9, v, v, v, v, v, v, v, v, v);
  each(9, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  jump();
  hits += sum(v, 3) == 5;
  hits += v == 3 && *(int SEGMENT *)GUARD == v;
  return hits;
}
