/*
 * tries: to trace a bystander, and to change its memory and what it does
 * sees: bystander
 * alone: seen as root
 */
#include "prelude.h"
#include <sys/ptrace.h>
#include <sys/wait.h>

static void attempt(void) {
  long address = (long)BYSTANDER_ADDRESS, word = 0x41414141;
  if (raw(SYS_ptrace, PTRACE_ATTACH, BYSTANDER, 0L, 0L) == 0) {
    raw(SYS_wait4, BYSTANDER, NULL, (long)__WALL, NULL);
    raw(SYS_ptrace, PTRACE_POKEDATA, BYSTANDER, address, word);
    ptrace(PTRACE_POKEDATA, BYSTANDER, (void *)address, (void *)word);
  }
  raw(SYS_ptrace, PTRACE_SEIZE, raw(SYS_getppid), 0L, 0L);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
