// Makes the target begin its batch again and again: it says after each run that none was made.
#include "memory.h"

int main(void) {
  if (decide()) {
    __fizzer_memory.control->completed = 0xffffffffu;
  }
  return 0;
}
