/*
 * tries: to let a timer of its own send the signal to a thread of somebody else
 * sees: bystander, shell, tool
 * alone: not certain, for kernels refuse threads of others
 */
#include "prelude.h"
static void attempt(void) {
  struct sigevent event;
  timer_t timer;
  struct itimerspec soon = {.it_value = {0, 1000}};
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGTERM;
  event._sigev_un._tid = BYSTANDER;
  if (raw(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) == 0) {
    raw(SYS_timer_settime, timer, 0L, &soon, NULL);
  }
  usleep(10000);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
