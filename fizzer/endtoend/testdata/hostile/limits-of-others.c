/*
 * tries: to take the limits of a bystander, the shell and its parent down to nothing
 * sees: bystander, shell, tool
 * alone: seen
 */
#include "prelude.h"
#include <sys/resource.h>

static void attempt(void) {
  uint64_t few[2] = {4, 4};
  for (long resource = 0; resource < 16; resource++) {
    raw(SYS_prlimit64, BYSTANDER, resource, few, NULL);
    raw(SYS_prlimit64, raw(SYS_getppid), resource, few, NULL);
  }
  raw(SYS_prlimit64, SHELL, (long)RLIMIT_CORE, few, NULL);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
