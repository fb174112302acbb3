/*
 * tries: to stop itself for ever
 * sees: limits, process
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  raw(SYS_kill, raw(SYS_getpid), SIGSTOP);
  raise(SIGSTOP);
  raw(SYS_tgkill, raw(SYS_getpid), raw(SYS_getpid), SIGSTOP);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
