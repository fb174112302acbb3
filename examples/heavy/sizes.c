// Exercises: memory, copies and arrays of sizes that the input says.
// executions: 60000
// uncovered: 3 (there is always memory)
#include <stdlib.h>
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int sum(unsigned int n, unsigned char fill) {
  unsigned char local[n];
  int total = 0;
  memset(local, fill, n);
  for (unsigned int i = 0; i < n; i++) {
    total += local[i];
  }
  return total;
}
int main(void) {
  unsigned int size = __VERIFIER_nondet_uint();
  if (size == 0 || size > 500) {
    return 0;
  }
  unsigned char *a = malloc(size), *b = calloc(2, size);
  if (a == 0 || b == 0) {
    abort();
  }
  unsigned char fill = __VERIFIER_nondet_uchar();
  memset(a, fill, size);
  unsigned int part = __VERIFIER_nondet_uint();
  if (part > size) {
    return 1;
  }
  memcpy(b + size - part, a, part);
  memmove(b, b + size / 2, size);
  int result = 0;
  if (b[0] != 0) {
    result |= 1;
  }
  if (b[0] == 0 && b[size / 4] == 99) {
    result |= 2;
  }
  if (part > 17 && sum(part, fill) == 2025) {
    result |= 4;
  }
  unsigned char *c = realloc(a, size + part);
  if (c != 0 && part > 3 && c[part - 1] + part == 300) {
    result |= 8;
  }
  free(b);
  free(c);
  return result;
}
