// mode: persistent
// strtok remembers where it was, in a variable of our own implementation.
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  static char text[] = "one two three";
  if (__VERIFIER_nondet_uchar() == 0) {
    char *left = strtok(0, " "); // what an earlier run left
    if (left && left[0] == 't') return 1;
    return 0;
  }
  char *word = strtok(text, " ");
  if (word[0] == 'o') return 2;
  return 3;
}
