// Tries to fill the machine's memory.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 1) {
    return 1;
  }
  for (;;) {
    char *block = malloc(64 << 20);
    if (block) {
      memset(block, 1, 64 << 20);
    }
  }
}
