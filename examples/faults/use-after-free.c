// A use after free: a command removes the last item, another one reads it.
// sanitizer: address
// finds: heap-use-after-free in weigh
// executions: 20000
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct item {
  int weight;
};

static int weigh(const struct item *item) { return item == 0 ? 0 : item->weight; }

int main(void) {
  struct item *last = 0;
  int total = 0, removed = 0;
  for (int i = 0; i < 6; i++) {
    switch (__VERIFIER_nondet_uchar()) {
    case 'a':
      if (!removed && last == 0) {
        last = malloc(sizeof *last);
        last->weight = i;
      }
      break;
    case 'r':
      if (!removed && last != 0) {
        free(last);
        removed = 1;
      }
      break;
    case 'w':
      total += weigh(last);
      break;
    }
  }
  return total > 3;
}
