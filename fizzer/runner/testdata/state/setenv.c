// mode: forked for setenv
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  if (getenv("LEFT")) return 1;
  if (__VERIFIER_nondet_uchar() & 1) setenv("LEFT", "1", 1);
  return 0;
}
