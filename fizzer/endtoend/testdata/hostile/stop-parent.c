/*
 * tries: to stop its parent and the shell for ever
 * sees: shell, tool, limits
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  raw(SYS_kill, raw(SYS_getppid), SIGSTOP);
  raw(SYS_tkill, raw(SYS_getppid), SIGSTOP);
  raw(SYS_tgkill, raw(SYS_getppid), raw(SYS_getppid), SIGTSTP);
  raw(SYS_tkill, SHELL, SIGSTOP);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
