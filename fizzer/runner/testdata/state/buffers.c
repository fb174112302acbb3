// mode: forked for setvbuf
#include <stdio.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  static char buffer[100];
  if (buffer[0]) return 1;
  if (__VERIFIER_nondet_uchar() & 1) setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  putc('x', stdout);
  if (fputs("y", stdout) < 0) return 2;
  return 0;
}
