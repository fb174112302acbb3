// Exercises: memory that nobody wrote: variables, heap and arrays are the same in each run.
// executions: 100 (1 + 32 bit flips + 2 extremes and a linear descent of 8)
// uncovered: 3 (what nobody wrote is zero)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x;
  int array[10];
  int *heap = malloc(100);
  if (x != 0) {
    return -1;
  }
  if (array[7] != 0) {
    return -2;
  }
  if (heap[20] != 0) {
    return -3;
  }
  heap[20] = __VERIFIER_nondet_int();
  array[7] = heap[20] + 1;
  if (array[7] == 778) {
    return 1;
  }
  return 0;
}
