/*
 * tries: to leave its process group and session, and to sleep there for ever itself
 * sees: process, limits
 * alone: seen
 */
#include "prelude.h"
#include <sys/prctl.h>

static void attempt(void) {
  raw(SYS_prctl, PR_SET_PDEATHSIG, 0L, 0L, 0L, 0L);
  raw(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
  raw(SYS_setpgid, 0L, raw(SYS_getppid));
  raw(SYS_setpgid, 0L, 0L);
  raw(SYS_setsid);
  for (;;) {
    raw(SYS_pause);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
