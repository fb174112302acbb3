/*
 * tries: to leave 300 processes that sleep, each in a session of its own that dies with nobody
 * sees: process, crowd
 * alone: seen
 */
#include "prelude.h"
#include <sys/prctl.h>

static void attempt(void) {
  for (int i = 0; i < 300; i++) {
    if (start_process(0) == 0) {
      raw(SYS_setsid);
      raw(SYS_prctl, PR_SET_PDEATHSIG, 0L, 0L, 0L, 0L);
      for (;;) {
        raw(SYS_pause);
      }
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
