/*
 * tries: to loop for ever under a name that spoils what /proc says of its time
 * sees: limits
 * alone: seen
 */
#include "prelude.h"
#include <sys/prctl.h>

static void attempt(void) {
  prctl(PR_SET_NAME, ") Z 1 0 0\n0 0 (", 0, 0, 0);
  raw(SYS_prctl, PR_SET_DUMPABLE, 0L, 0L, 0L, 0L);
  for (;;) {
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
