/*
 * tries: to take from the tool's pipes what is meant for the runtime
 * sees: tool, limits
 * alone: not certain, for there are no pipes
 */
#include "prelude.h"
static void attempt(void) {
  static char text[4096];
  for (long i = 3; i < 1024; i++) {
    raw(SYS_fcntl, i, (long)F_SETFL, (long)O_NONBLOCK);
    while (raw(SYS_read, i, text, (long)sizeof text) > 0) {
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
