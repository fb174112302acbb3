/* Floats in both widths, conversions, the functions that are one operation. */
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  float f = __VERIFIER_nondet_float(), g = __VERIFIER_nondet_float();
  double d = __VERIFIER_nondet_double(), e = __VERIFIER_nondet_double();
  int v = __VERIFIER_nondet_int(), hits = 0;
  unsigned long long w = __VERIFIER_nondet_ulonglong();
  hits += f + g > 2, hits += f * g < 3, hits += f - g == 1, hits += f / g >= 0.5f, hits += -f != g, hits += f == 1.5f;
  hits += d + e > 2, hits += d * e < 3, hits += d - e == 1, hits += d / e >= 0.5, hits += -d != e, hits += d == 0.1;
#ifdef __x86_64__ /* i386 computes intermediate results in 80 bits */
  hits += d * e + 1 < 3, hits += f * 3 - g > 1, hits += d * d - e * e == 4;
#endif
  hits += (double)f == d, hits += (float)d == f, hits += (int)d == 7, hits += (unsigned)d == 8, hits += (long long)d == 9;
  hits += (char)f == 3, hits += (unsigned char)d == 200, hits += (unsigned long long)d == 10, hits += (short)f == -2;
  hits += (double)v == d, hits += (float)v == f, hits += (double)w > 1e18, hits += (float)w > 1e18f;
  hits += fabs(d) == 3, hits += floor(d) == 4, hits += ceil(d) == 5, hits += trunc(d) == 6, hits += rint(d) == 7;
  hits += sqrt(d) == 2, hits += fabsf(f) == 3, hits += floorf(f) == 4, hits += fmin(d, e) == 1, hits += fmax(d, e) == 2;
  hits += fmod(d, 3.0) == 1, hits += round(d) == 9, hits += d != d, hits += isnan(f), hits += sin(d) > 0.5;
  long double x = d;
  hits += x * x > 4;
  return hits;
}
