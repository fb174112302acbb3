// mode: persistent
// Writes beyond an array on the stack, over the frames of the runtime behind it, and ends without returning to them.
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  static const int counts[6] = {0, 18, 22, 24, 26, 64};
  volatile int array[4] = {0, 0, 0, 0};
  volatile int *from = array;
  for (int i = 0; i < counts[choice % 6]; i++) from[i] = 0;
  exit(0);
}
