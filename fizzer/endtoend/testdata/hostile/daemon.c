/*
 * tries: to live on after its end: forks twice, leads a session, ignores all signals
 * sees: process
 * alone: seen
 */
#include "prelude.h"
#include <sys/prctl.h>

static void attempt(void) {
  if (start_process(0) != 0) {
    return;
  }
  raw(SYS_setsid);
  raw(SYS_prctl, PR_SET_PDEATHSIG, 0L, 0L, 0L, 0L);
  for (int number = 1; number < 65; number++) {
    signal(number, SIG_IGN);
  }
  if (start_process(0) > 0) {
    raw(SYS_exit_group, 0L);
  }
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
