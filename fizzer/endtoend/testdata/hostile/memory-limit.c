/*
 * tries: to raise its limits, and to fill the machine's memory then
 * sees: memory
 * alone: not certain, for only root of the machine may raise limits; 32 bit cannot
 */
#include "prelude.h"
#include <sys/resource.h>

static void attempt(void) {
  for (int resource = 0; resource < 16; resource++) {
    struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    struct rlimit now = {0, 0};
    raw(SYS_prlimit64, 0L, (long)resource, &none, NULL);
    raw(SYS_setrlimit, (long)resource, &none);
    getrlimit(resource, &now);
    now.rlim_cur = now.rlim_max;
    setrlimit(resource, &now);
  }
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
