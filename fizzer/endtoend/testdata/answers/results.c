// Lies about how the runs before ended, and about where their records are.
#include "memory.h"

int main(void) {
  if (decide()) {
    for (unsigned i = 0; i < 64; i++) {
      __fizzer_memory.results[i].ending = 99;
      __fizzer_memory.results[i].first_condition = 0xfffffff0u;
      __fizzer_memory.results[i].condition_count = 0x20;
    }
  }
  return 0;
}
