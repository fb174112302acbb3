/*
 * tries: the same by FIOSETOWN, FIOASYNC, a lease and dnotify, which need no fcntl for owners
 * sees: bystander, shell, tool
 * alone: not certain, for pipes do not know FIOSETOWN
 */
#include "prelude.h"
#include <asm/sockios.h>

static void attempt(void) {
  int ends[2], on = 1, pid = BYSTANDER;
  if (raw(SYS_pipe, ends) == 0) {
    raw(SYS_ioctl, ends[0], FIOSETOWN, &pid);
    raw(SYS_ioctl, ends[0], SIOCSPGRP, &pid);
    raw(SYS_ioctl, ends[0], FIOASYNC, &on);
    raw(SYS_write, ends[1], "x", 1L);
  }
  long folder = raw(SYS_open, ".", O_RDONLY | O_DIRECTORY, 0);
  raw(SYS_fcntl, folder, F_SETOWN, (long)BYSTANDER);
  raw(SYS_fcntl, folder, F_NOTIFY, (long)(DN_CREATE | DN_MULTISHOT));
  raw(SYS_open, "noticed", O_CREAT | O_WRONLY, 0666);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
