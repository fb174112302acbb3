// Exercises: memory of calloc beside memory of malloc that an earlier piece had.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 1 || size > 200) {
    return 0;
  }
  char *first = malloc(size);
  for (int i = 0; i < size; i++) {
    first[i] = (char)(i + 1);
  }
  free(first);
  char *zero = calloc(size, 1);
  char *other = malloc(size);
  if (zero[size / 2] != 0) {
    return 1;
  }
  if (other[size / 2] != 0) {
    return 2;
  }
  if (other[size - 1] == 65) {
    return 3;
  }
  return 0;
}
