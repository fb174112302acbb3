/*
 * tries: to fill the machine's memory by files without a name
 * sees: memory
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  for (int i = 0; i < 30; i++) {
    long file = raw(SYS_memfd_create, "full", 0L);
    raw(SYS_ftruncate, file, 100L << 20);
    char *block = mmap(NULL, 100 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, (int)file, 0);
    if (block == MAP_FAILED) {
      block = mmap(NULL, 100 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    }
    if (block != MAP_FAILED) {
      memset(block, 1, 100 << 20);
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
