/*
 * tries: to be traced by its parent, who would have to let it go on
 * sees: limits, process
 * alone: seen
 */
#include "prelude.h"
#include <sys/ptrace.h>

static void attempt(void) {
  ptrace(PTRACE_TRACEME, 0, NULL, NULL);
  raw(SYS_ptrace, PTRACE_TRACEME, 0L, 0L, 0L);
  raise(SIGUSR1);
  raise(SIGTRAP);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
