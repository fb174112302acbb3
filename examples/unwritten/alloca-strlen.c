// Exercises: the length of a string in memory of alloca, of which only the end was written.
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);

static int length(const char *text) {
  const char *end = text;
  while (*end) {
    end++;
  }
  return (int)(end - text);
}

int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 1 || size > 2000) {
    size = 1;
  }
  char *text = alloca(size);
  text[size - 1] = 0;
  if (length(text) > 4) {
    return 1;
  }
  return 0;
}
