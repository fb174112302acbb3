// mode: persistent
// Output to the terminal goes nowhere; what it returns and writes to memory stays.
#include <stdio.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  int written = 0;
  if (printf("%d%n", choice, &written) == 1) choice ^= 64;
  if (written == 1) choice ^= 32;
  if (putchar('x') != 'x') return 1;
  if (choice & 1) fputs("no line", stdout);
  if (choice & 2) fprintf(stderr, "%1000d", 3);
  return puts("") < 0;
}
