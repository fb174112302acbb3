// Makes the values that it read, and those of the runs before, ones of a type that does not exist.
#include "memory.h"

int main(void) {
  if (decide()) {
    for (unsigned i = 0; i < 256; i++) {
      __fizzer_memory.reads[i].type = 77;
      __fizzer_memory.reads[i].size = 65535;
    }
  }
  return 0;
}
