// Exercises: strchr and the distance of two places in a text.
// executions: 4000 (as strstr, with one character, at exact position 4)
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char b[9];
  for (int i = 0; i < 8; i++) {
    b[i] = __VERIFIER_nondet_char();
  }
  b[8] = 0;
  char *place = strchr(b, '=');
  if (place) {
    if (place - b == 4) {
      return 1;
    }
  }
  return 0;
}
