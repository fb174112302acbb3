/*
 * tries: to be there instead of the runtime's functions that protect it from the program
 * sees: file
 * alone: seen
 * ends: in words
 */
#include "prelude.h"
void fizzer_protect(void *variable, unsigned long size) {}
void fizzer_catch_signals(void) {}
void fizzer_keep_signals(void) {}
int fizzer_fork(void) { return 0; }

static void attempt(void) { raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666); }

int main(void) {
  attempt();
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  return 0;
}
