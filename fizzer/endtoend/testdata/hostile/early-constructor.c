/*
 * tries: to write a file in a constructor that runs before those of others
 * sees: file
 * alone: seen
 */
#include "prelude.h"
__attribute__((constructor(101))) static void early(void) { raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666); }

static void attempt(void) {}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
