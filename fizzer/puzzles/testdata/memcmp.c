// Exercises: memcmp of a struct filled by an input function for memory.
// executions: 800 (6 bytes; each 48 bit flips and a descent of 8 on a path of its own)
#include <string.h>

extern void __VERIFIER_nondet_memory(void *memory, __SIZE_TYPE__ size);

struct header {
  unsigned char magic[4];
  unsigned char version[2];
};

int main(void) {
  struct header h;
  __VERIFIER_nondet_memory(&h, sizeof h);
  if (memcmp(h.magic, "\177ELF", 4) == 0) {
    if (h.version[0] == 2 && h.version[1] == 1) {
      return 1;
    }
  }
  return 0;
}
