// Overwrites all of the shared memory, up to where it ends, with one byte and another.
#include "memory.h"

int main(void) {
  static unsigned char byte;
  if (decide()) {
    unsigned char *all = (unsigned char *)__fizzer_memory.control;
    size_t size = (size_t)__fizzer_memory.control->shared_size;
    for (size_t i = 0; i < size && i < 1000000; i++) {
      all[i] = (unsigned char)(byte + i * 31);
    }
    byte += 7;
  }
  return 0;
}
