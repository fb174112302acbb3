// mode: persistent
// The sequence of rand goes on, or starts elsewhere after srand.
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  if (choice == 1) srand(99);
  if (choice == 2) srandom(7);
  for (int i = 0; i < choice; i++)
    if (rand() % 3 == 1 || random() % 5 == 2) choice--;
  if (rand() % 7 == 3) return 1;
  if (random() & 1) return 2;
  return 0;
}
