// Prints without end to both outputs.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 1) {
    return 1;
  }
  for (;;) {
    puts("more and more and more and more and more and more and more");
    fputs("more and more and more and more and more and more and more\n", stderr);
  }
}
