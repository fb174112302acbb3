// Exercises: a string in memory of alloca is copied up to its end; the copy and what is behind it are looked at.
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 1 || size > 1500) {
    size = 1;
  }
  char *from = alloca(size);
  char *to = alloca(size);
  from[size - 1] = 0;
  int copied = 0;
  while ((to[copied] = from[copied]) != 0) {
    copied++;
  }
  if (copied > 0) {
    return 1;
  }
  if (size > 16) {
    if (to[size / 2] != 0) {
      return 2;
    }
  }
  return 0;
}
