// Exercises: memory of malloc that an earlier piece of the same size had, which held an input.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int value = __VERIFIER_nondet_int();
  int *first = malloc(64);
  for (int i = 0; i < 16; i++) {
    first[i] = value + i;
  }
  free(first);
  int *second = malloc(64);
  if (second[8] == 0) {
    return 1;
  }
  if (second[8] == 4711) {
    return 2;
  }
  if (second[0] != value) {
    return 3;
  }
  return 0;
}
