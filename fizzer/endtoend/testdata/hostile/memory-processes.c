/*
 * tries: to fill the machine's memory by many processes, each within its limit
 * sees: memory
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  for (int i = 0; i < 40; i++) {
    if (start_process(0) == 0) {
      for (int j = 0; j < 3; j++) {
        char *block = mmap(NULL, 60 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block != MAP_FAILED) {
          memset(block, 1, 60 << 20);
        }
      }
      for (;;) {
        pause();
      }
    }
  }
  pause();
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
