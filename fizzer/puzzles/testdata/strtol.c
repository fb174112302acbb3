// Exercises: strtol with its end pointer: all of the text must be a hexadecimal number.
// executions: 20000 (three characters; each by ranges, 24 bit flips and some descents of 8, then the value is linear in them)
// open: 1 (how many digits there are is decided by conditions that are covered already)
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
