/*
 * tries: to send a signal by tgkill to every process there may be
 * sees: bystander, shell, tool
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  long self = raw(SYS_getpid);
  for (long pid = 2; pid < 1000; pid++) {
    if (pid != self) {
      raw(SYS_tgkill, pid, pid, SIGTERM);
    }
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
