// mode: forked for fesetround
#include <fenv.h>
double __VERIFIER_nondet_double(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  volatile double third = 1.0, three = 3.0;
  if (third / three * 3 != 1.0) return 1;
  if (choice & 1) fesetround(FE_UPWARD);
  if (third / three * 3 != 1.0) return 2;
  return 0;
}
