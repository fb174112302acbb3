/*
 * tries: each number of a system call that there is or may be, without arguments
 * sees: file, process, bystander, shell, limits, tool
 * alone: not certain, for it leaves nothing to see
 */
#include "prelude.h"
static void attempt(void) {
  for (long number = 0; number < 1024; number++) {
    switch (number) {
    case SYS_exit:
    case SYS_exit_group:
    case SYS_pause:
    case SYS_rt_sigsuspend:
    case SYS_rt_sigreturn:
    case SYS_vfork:
    case SYS_fork:
#ifdef SYS_sigsuspend
    case SYS_sigsuspend:
    case SYS_sigreturn:
#endif
    case SYS_reboot:
      continue;
    }
    raw(number, -1L, -1L, -1L, -1L, -1L, -1L);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
