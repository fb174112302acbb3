/*
 * tries: to use up the queued signals and timers that the kernel allows all processes of a user together
 * sees: secret
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGRTMIN + 3);
  sigprocmask(SIG_BLOCK, &one, NULL);
  int queued = 0;
  while (queued < 1500 && raw(SYS_tgkill, raw(SYS_getpid), raw(SYS_gettid), (long)SIGRTMIN + 3) == 0) {
    queued++;
  }
  int timers = 0;
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_NONE;
  for (int timer; timers < 1500 && raw(SYS_timer_create, (long)CLOCK_MONOTONIC, &event, &timer) == 0;) {
    timers++;
  }
  if (queued + timers >= 1500) {
    reach_error();
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
