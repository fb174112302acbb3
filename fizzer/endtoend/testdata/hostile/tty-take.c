/*
 * tries: to take the caller's terminal away: make it that of a session of its own, hang it up, put itself into the foreground
 * sees: terminal, shell, process
 * alone: not certain, for only root of the machine may
 */
#include "prelude.h"
static void attempt(void) {
  int pid = (int)raw(SYS_getpid);
  int terminal = (int)raw(SYS_open, TERMINAL, O_RDONLY | O_NOCTTY | O_NONBLOCK, 0);
  raw(SYS_ioctl, terminal, TIOCSPGRP, &pid);
  raw(SYS_setsid);
  raw(SYS_ioctl, terminal, TIOCSCTTY, 1);
  raw(SYS_ioctl, 0, TIOCSCTTY, 1);
  raw(SYS_ioctl, terminal, TIOCNOTTY, 0);
  raw(SYS_vhangup);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
