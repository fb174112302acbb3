/*
 * tries: to get the processors for itself alone
 * sees: limits, bystander
 * alone: not certain, for only root of the machine may
 */
#include "prelude.h"
#include <sched.h>
#include <sys/resource.h>

static void attempt(void) {
  struct sched_param parameter = {99};
  uint32_t attributes[14] = {56, SCHED_DEADLINE, 0, 0, 0, 0, 9000000, 0, 10000000, 0, 10000000, 0, 0, 0};
  raw(SYS_sched_setscheduler, 0L, (long)SCHED_FIFO, &parameter);
  raw(SYS_sched_setscheduler, BYSTANDER, (long)SCHED_RR, &parameter);
  raw(SYS_sched_setattr, 0L, attributes, 0L);
  raw(SYS_setpriority, PRIO_PROCESS, 0L, -20L);
  raw(SYS_setpriority, PRIO_PROCESS, BYSTANDER, -20L);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
