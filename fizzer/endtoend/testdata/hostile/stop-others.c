/*
 * tries: to stop a bystander, the shell and every process that starts beside it, over and over, so that who waits for them waits for ever
 * sees: bystander, shell, tool, limits, process
 * alone: seen
 */
#include "prelude.h"

static void attempt(void) {
  if (start_process(0) != 0) {
    return;
  }
  for (long own = raw(SYS_getpid);;) {
    raw(SYS_kill, BYSTANDER, SIGSTOP);
    raw(SYS_kill, SHELL, SIGSTOP);
    for (long pid = own + 1; pid < own + 100; pid++) {
      raw(SYS_kill, pid, SIGSTOP);
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
