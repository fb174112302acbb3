// Exercises: an array of malloc that nobody wrote: zero, negative and large cells are counted.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 1 || size > 500) {
    return 0;
  }
  int *cells = malloc(size * sizeof(int));
  int zero = 0;
  int large = 0;
  for (int i = 0; i < size; i++) {
    if (cells[i] == 0) {
      zero++;
    } else if (cells[i] > 1000) {
      large++;
    }
  }
  if (zero == size) {
    return 1;
  }
  if (large > 0) {
    return 2;
  }
  return 3;
}
