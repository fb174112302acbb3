// mode: forked for fmemopen
// The C library enlarges a block of the program, which frees it or enlarges it further.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  static char text[] = "a line that is longer;than the block\nanother one\n";
  FILE *file = fmemopen(text, sizeof text - 1, "r");
  size_t size = choice == 1 ? 0 : 4;
  char *line = choice == 1 ? NULL : malloc(4), *other = malloc(4);
  memcpy(other, "abc", 4);
  long length = choice == 2 ? getdelim(&line, &size, ';', file) : getline(&line, &size, file);
  if (choice == 3) {
    line = realloc(line, 1000);
    line[999] = 1, size = 1000;
  }
  long second = getline(&line, &size, file);
  int ends = line[second - 1] == '\n' && strcmp(other, "abc") == 0;
  free(line);
  free(other);
  return (int)(length + second) * ends;
}
