// mode: forked for sbrk
#include <unistd.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  intptr_t first = (intptr_t)sbrk(0);
  if (__VERIFIER_nondet_uchar() & 1) sbrk(4096 * 16);
  if ((intptr_t)sbrk(0) - first == 4096 * 16) return 1;
  return (first >> 12 & 63) > 40;
}
