/*
 * tries: to live on as a child of its parent, which clone makes with CLONE_PARENT, without a signal at its end
 * sees: process
 * alone: seen
 */
#include "prelude.h"
#include <linux/sched.h>
#include <sys/prctl.h>

static void attempt(void) {
  long child = raw(SYS_clone, CLONE_PARENT, 0L, 0L, 0L, 0L);
  if (child < 0) {
    struct clone_args arguments;
    memset(&arguments, 0, sizeof arguments);
    arguments.flags = CLONE_PARENT;
    child = raw(SYS_clone3, &arguments, 64L);
  }
  if (child == 0) {
    raw(SYS_setpgid, 0L, 0L);
    raw(SYS_setsid);
    raw(SYS_prctl, PR_SET_PDEATHSIG, 0L, 0L, 0L, 0L);
    for (;;) {
      raw(SYS_pause);
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
