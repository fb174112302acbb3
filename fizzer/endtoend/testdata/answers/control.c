// Fills the whole control block with ones, the words included on which both sides wait.
#include "memory.h"

int main(void) {
  if (decide()) {
    volatile unsigned char *control = (volatile unsigned char *)__fizzer_memory.control;
    for (size_t i = 0; i < sizeof(struct fizzer_control); i++) {
      control[i] = 0xff;
    }
  }
  return 0;
}
