/*
 * tries: to be there instead of the start of the executable
 * sees: file
 * alone: not certain, for the linker refuses two of them
 * ends: in words
 */
#include "prelude.h"
#ifndef ALONE
void _start(void) {
  raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666);
  raw(SYS_exit_group, 0);
}
#endif

static void attempt(void) {}

int main(void) {
  attempt();
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  return 0;
}
