// A heap overflow by one that no crash shows: the length of a name may be that of its buffer, and the closing zero is written behind it.
// sanitizer: address
// finds: heap-buffer-overflow in copy_name
// executions: 20000
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { NAME = 12 };

static void copy_name(char *name) {
  int length = 0;
  for (unsigned char c = __VERIFIER_nondet_uchar(); c != 0 && length < NAME; c = __VERIFIER_nondet_uchar())
    name[length++] = (char)c;
  name[length] = 0;
}

int main(void) {
  if (__VERIFIER_nondet_uchar() != 'n')
    return 1;
  char *name = malloc(NAME);
  copy_name(name);
  int known = name[0] == 'r' && name[1] == 'x';
  free(name);
  return known ? 2 : 0;
}
