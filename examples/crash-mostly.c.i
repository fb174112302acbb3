# 0 "/work/main/examples/crash-mostly.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/main/examples/crash-mostly.c"




extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static int table[4] = {10, 20, 30, 40};

int main(void) {
  unsigned int index = __VERIFIER_nondet_uint();
  int *entry = index < 4 ? &table[index] : (int *)0;
  int divisor = __VERIFIER_nondet_int();
  if (divisor > 100) {
    *entry += 1;
  } else {
    *entry -= 1;
  }
  int quotient = *entry / (divisor & 3);
  if (quotient == 20) {
    return 1;
  }
  if (divisor == 1000003) {
    *(volatile int *)0 = quotient;
  }
  for (int i = 0; i < 2; i++) {
    quotient /= 3;
  }
  return quotient;
}
