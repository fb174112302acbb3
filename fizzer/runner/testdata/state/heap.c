// mode: persistent
// Writes behind and before blocks, to freed blocks and far beyond: no later run finds them.
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  char *a = malloc(20), *b = malloc(20);
  for (int i = 0; i < 20; i++)
    if (a[i] || b[i]) return 1;
  for (int i = 20; i < 300; i++)
    if (b[i]) return 2;
  if (choice == 1) b[60] = 1;
  if (choice == 2) b[299] = 1;
  if (choice == 3) a[-4] = 1;
  if (choice == 4) {
    free(b);
    b[3] = 1, b[50] = 1;
    char *c = malloc(100);
    if (c[3] == 1) return 3;
  }
  if (choice == 5)
    for (int i = 0;; i++) b[i] = 5;
  return 0;
}
