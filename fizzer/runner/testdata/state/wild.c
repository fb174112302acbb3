// mode: persistent
// Writes beside the variables, where the runtime may have its own: the run may crash, but the next one is right.
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int before[4] = {1, 2, 3, 4};
static int zeros[4];
static void write(volatile int *from, long first, long last, int step) {
  for (long i = first; i != last; i += step) from[i] = -1;
}
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  int *block = malloc(sizeof *block * 4);
  for (int i = 0; i < 4; i++)
    if (before[i] != i + 1 || zeros[i] != 0 || block[i] != 0) return 1;
  if (choice == 1) write(before, 4, 5000, 1);
  if (choice == 2) write(zeros, 4, 5000, 1);
  if (choice == 3) write(before, -1, -5000, -1);
  if (choice == 4) write(zeros, -1, -5000, -1);
  if (choice == 5) write(block, -1, -5000, -1);
  return 0;
}
