// Spoils every run.
#include "memory.h"

int main(void) {
  decide();
  if (&__fizzer_memory != NULL) {
    for (unsigned i = 0; i < 64; i++) {
      __fizzer_memory.conditions[i].location = 0xffffffffu;
      __fizzer_memory.reads[i].type = 0;
    }
  }
  return 0;
}
