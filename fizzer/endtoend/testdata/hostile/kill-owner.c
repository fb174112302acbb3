/*
 * tries: to let the kernel send the signal: a pipe whose owner is somebody else
 * sees: bystander, shell, tool
 * alone: seen
 */
#include "prelude.h"
static void own(long pid, int type) {
  int ends[2];
  struct f_owner_ex owner = {type, (pid_t)pid};
  if (raw(SYS_pipe, ends) < 0) {
    return;
  }
  raw(SYS_fcntl, ends[0], F_SETOWN, pid);
  raw(SYS_fcntl, ends[0], F_SETSIG, SIGTERM);
  raw(SYS_fcntl, ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
  raw(SYS_write, ends[1], "x", 1L);
  raw(SYS_fcntl, ends[0], F_SETOWN_EX, &owner);
  raw(SYS_fcntl, ends[0], F_SETSIG, SIGUSR1);
  raw(SYS_write, ends[1], "x", 1L);
}

static void attempt(void) {
  own(BYSTANDER, F_OWNER_PID);
  own(BYSTANDER, F_OWNER_TID);
  own(SHELL, F_OWNER_PID);
  own(raw(SYS_getppid), F_OWNER_PID);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
