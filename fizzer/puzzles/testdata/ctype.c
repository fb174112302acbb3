// Exercises: kinds of characters, with the header's macros.
// executions: 1500 (each kind is one to three ranges: 8 bit flips and a descent of 8 for each; 5 characters)
#include <ctype.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  unsigned char c = (unsigned char)__VERIFIER_nondet_char();
  if (isdigit(c)) {
    return 1;
  }
  if (isupper(c)) {
    return 2;
  }
  if (isspace(c)) {
    return 3;
  }
  if (ispunct(c)) {
    return 4;
  }
  if (toupper(c) == 'Q') {
    return 5;
  }
  return 0;
}
