/*
 * tries: to slow others down: priorities, policies, affinity, input and output of a bystander, the shell and its parent
 * sees: bystander, shell
 * alone: seen
 */
#include "prelude.h"
#include <sched.h>
#include <sys/resource.h>

static void slow(long pid) {
  struct sched_param parameter = {0};
  unsigned long processor = 1;
  raw(SYS_setpriority, PRIO_PROCESS, pid, 19L);
  raw(SYS_sched_setscheduler, pid, (long)SCHED_IDLE, &parameter);
  raw(SYS_sched_setaffinity, pid, (long)sizeof processor, &processor);
  raw(SYS_ioprio_set, 1L, pid, 3L << 13);
}

static void attempt(void) {
  slow(BYSTANDER);
  slow(SHELL);
  slow(raw(SYS_getppid));
  raw(SYS_setpriority, PRIO_USER, 0L, 19L);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
