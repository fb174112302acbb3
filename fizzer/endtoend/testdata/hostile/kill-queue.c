/*
 * tries: to send signals by rt_sigqueueinfo and rt_tgsigqueueinfo
 * sees: bystander, shell, tool
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = SIGUSR1;
  info.si_code = SI_QUEUE;
  raw(SYS_rt_sigqueueinfo, BYSTANDER, SIGUSR1, &info);
  raw(SYS_rt_tgsigqueueinfo, BYSTANDER, BYSTANDER, SIGUSR2, &info);
  raw(SYS_rt_sigqueueinfo, raw(SYS_getppid), SIGUSR1, &info);
  raw(SYS_rt_sigqueueinfo, SHELL, SIGUSR1, &info);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
