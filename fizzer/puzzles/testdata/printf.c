// Exercises: printf and its relatives with many kinds of arguments: silent, and their results are lengths.
// executions: 200 (1 + 32 bit flips + 2 extremes; the length of a number steps at powers of ten, a bit flip finds it)
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  char text[40];
  printf("%d %s %f %c %%\n", x, "text", 1.5, 'c');
  fprintf(stderr, "%5u|%-5u\n", x, x);
  puts("line");
  int length = snprintf(text, sizeof text, "%u", x);
  if (length == 8) {
    return 1;
  }
  return 0;
}
