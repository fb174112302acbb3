/*
 * tries: to fill the machine's memory
 * sees: memory, limits
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  for (;;) {
    char *block = malloc(64 << 20);
    if (block) {
      memset(block, 1, 64 << 20);
    }
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
