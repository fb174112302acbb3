// Writes locations, high halves and byte counts that do not exist into the conditions of its own run, whose path is known.
#include "memory.h"

int main(void) {
  if (decide()) {
    for (unsigned i = 0; i < 64; i++) {
      __fizzer_memory.conditions[i].location = 12345;
      __fizzer_memory.conditions[i].wide = 0x7fffffff;
      __fizzer_memory.conditions[i].input_bytes = 268435460;
    }
  }
  return 0;
}
