// Exercises: strcpy, strcat and strncpy of input texts, then a comparison of the result.
// executions: 4000 (4 characters; each zero or not, then each an equality, 32 bit flips and a descent of 8)
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char a[3] = {0};
  char b[3] = {0};
  char joined[6];
  for (int i = 0; i < 2; i++) {
    a[i] = __VERIFIER_nondet_char();
    b[i] = __VERIFIER_nondet_char();
  }
  strcpy(joined, a);
  strcat(joined, b);
  if (strcmp(joined, "a:b") == 0) {
    return 1;
  }
  return 0;
}
