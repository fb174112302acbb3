/*
 * tries: to send signals by pidfd_open and pidfd_send_signal, and by the folders of /proc
 * sees: bystander, shell, tool
 * alone: seen
 */
#include "prelude.h"
static void hit(long pid) {
  char path[64];
  raw(SYS_pidfd_send_signal, raw(SYS_pidfd_open, pid, 0L), SIGTERM, NULL, 0L);
  snprintf(path, sizeof path, "/proc/%ld", pid);
  raw(SYS_pidfd_send_signal, raw(SYS_open, path, O_RDONLY | O_DIRECTORY, 0L), SIGUSR1, NULL, 0L);
}

static void attempt(void) {
  hit(BYSTANDER);
  hit(SHELL);
  hit(raw(SYS_getppid));
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
