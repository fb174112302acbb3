/*
 * tries: to make the tool believe garbage: overwrites the memory that it shares
 * sees: tool, limits
 * alone: not certain, for nobody shares memory
 */
#include "prelude.h"
static void attempt(void) {
  for (int i = 0; i < 64; i++) {
    struct stat status;
    if (fstat(i, &status) < 0 || !S_ISREG(status.st_mode) || status.st_size <= 0) {
      continue;
    }
    char *shared = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, i, 0);
    if (shared != MAP_FAILED) {
      memset(shared, 0xa5, (size_t)status.st_size);
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
