// tests: 1 | 5
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define LIMIT 3
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  char *text = malloc(10);
  if (text == NULL) {
    abort();
  }
  strcpy(text, "abc");
  if (x > LIMIT && strlen(text) == 3) {
    printf("%s\n", text);
    fprintf(stderr, "%d\n", x);
  } else if (sqrt(x) > 2) {
    exit(EXIT_FAILURE);
  }
  free(text);
  return 0;
}
