// Exercises: the tail of memory that realloc made longer.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 8 || size > 256) {
    return 0;
  }
  char *old = malloc(600);
  for (int i = 0; i < 600; i++) {
    old[i] = 'x';
  }
  free(old);
  char *text = malloc(size);
  text[0] = 'y';
  text = realloc(text, 2 * size);
  if (text[0] != 'y') {
    return 1;
  }
  if (text[2 * size - 1] == 'x') {
    return 2;
  }
  if (text[size + 1] != 0) {
    return 3;
  }
  return 0;
}
