/*
 * tries: to fork without end by clone3, with arguments of all sizes
 * sees: crowd
 * alone: seen
 */
#include "prelude.h"
#include <linux/sched.h>

static void attempt(void) {
  for (;;) {
    struct clone_args arguments;
    memset(&arguments, 0, sizeof arguments);
    arguments.exit_signal = SIGCHLD;
    raw(SYS_clone3, &arguments, 64L);
    raw(SYS_clone3, &arguments, 80L);
    raw(SYS_clone3, &arguments, 88L);
    arguments.flags = CLONE_PARENT;
    arguments.exit_signal = 0;
    raw(SYS_clone3, &arguments, 64L);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
