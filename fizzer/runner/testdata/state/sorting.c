// mode: persistent
// The run ends inside a function of the C library that calls the program back.
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int numbers[2000];
static int compared, most;
static int compare(const void *a, const void *b) {
  if (++compared == most) exit(3);
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  most = 500 * choice;
  for (int i = 0; i < 2000; i++) numbers[i] = (i * 37 + choice) % 500;
  qsort(numbers, 1000 + choice, sizeof numbers[0], compare);
  if (numbers[0] > numbers[500]) return 1;
  return 0;
}
