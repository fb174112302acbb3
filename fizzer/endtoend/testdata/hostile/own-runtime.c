/*
 * tries: to be there instead of the tool's functions that build the sandbox
 * sees: file
 * alone: seen
 * ends: in words
 */
#include "prelude.h"
void fizzer_cage(void *cage) {}
void fizzer_sandbox(void *sandbox) {}
int fizzer_fork(void) { return 0; }

static void attempt(void) { raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666); }

int main(void) {
  attempt();
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  return 0;
}
