// A condition that depends on uninitialised memory: one kind of message has no field for its length.
// sanitizer: memory
// finds: use-of-uninitialized-value in read_message
// executions: 20000
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct message {
  int kind, length;
};

static int read_message(struct message *m) {
  m->kind = __VERIFIER_nondet_uchar();
  switch (m->kind) {
  case 1:
    m->length = __VERIFIER_nondet_uchar();
    break;
  case 2:
    m->length = 4;
    break;
  case 77:
    break;
  default:
    return -1;
  }
  return m->length > 3;
}

int main(void) {
  struct message *m = malloc(sizeof *m);
  int result = read_message(m);
  free(m);
  return result;
}
