// Exercises: strtol with its end pointer: all of the text must be a hexadecimal number.
// executions: 30000 (as atoi, with three ranges of digits and a prefix to be tried)
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char b[4];
  for (int i = 0; i < 3; i++) {
    b[i] = __VERIFIER_nondet_char();
  }
  b[3] = 0;
  char *end;
  long value = strtol(b, &end, 16);
  if (end == b) {
    return -1;
  }
  if (*end == 0) {
    if (value == 0xbee) {
      return 1;
    }
  }
  return 0;
}
