/*
 * tries: to loop for ever when it has ended: in a function of atexit
 * sees: limits
 * alone: seen
 */
#include "prelude.h"
static void late(void) {
  for (;;) {
  }
}

static void attempt(void) { atexit(late); }

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
