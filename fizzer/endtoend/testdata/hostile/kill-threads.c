/*
 * tries: to send signals by tkill and tgkill to a bystander, its parent and the shell
 * sees: bystander, shell, tool
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  long parent = raw(SYS_getppid);
  raw(SYS_tgkill, BYSTANDER, BYSTANDER, SIGTERM);
  raw(SYS_tkill, BYSTANDER, SIGHUP);
  raw(SYS_tgkill, -1L, BYSTANDER, SIGUSR1);
  raw(SYS_tgkill, SHELL, SHELL, SIGUSR1);
  raw(SYS_tgkill, parent, parent, SIGTERM);
  raw(SYS_tkill, parent, SIGKILL);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
