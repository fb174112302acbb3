/*
 * tries: to kill its parent, its process group, a bystander, the shell, and all at once
 * sees: bystander, shell, tool
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  kill(getppid(), SIGKILL);
  kill(0, SIGKILL);
  raw(SYS_kill, (long)getppid(), SIGKILL);
  raw(SYS_tgkill, (long)getppid(), (long)getppid(), SIGKILL);
  raw(SYS_kill, BYSTANDER, SIGKILL);
  raw(SYS_kill, SHELL, SIGKILL);
  raw(SYS_kill, -1L, SIGKILL);
  raw(SYS_kill, 0L, SIGKILL);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
