/*
 * tries: to make all system calls of the C library's function do nothing, those that build the sandbox as well
 * sees: file
 * alone: seen
 */
#include "prelude.h"
long syscall(long number, ...) { return 0; }

static void attempt(void) { raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666); }

int main(void) {
  attempt();
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  return 0;
}
