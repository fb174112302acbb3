/*
 * tries: to take descriptors from its parent, the shell and a bystander, and to write to them
 * sees: terminal, shell, tool
 * alone: seen as root
 */
#include "prelude.h"
static void take(long pid) {
  char path[64];
  long process = raw(SYS_pidfd_open, pid, 0L);
  for (long i = 0; i < 32; i++) {
    raw(SYS_write, raw(438 /* pidfd_getfd */, process, i, 0L), MARK "\n", (long)sizeof MARK);
    snprintf(path, sizeof path, "/proc/%ld/fd/%ld", pid, i);
    raw(SYS_write, raw(SYS_open, path, O_WRONLY | O_NOCTTY | O_NONBLOCK, 0), MARK "\n", (long)sizeof MARK);
  }
}

static void attempt(void) {
  take(BYSTANDER);
  take(raw(SYS_getppid));
  take(SHELL);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
