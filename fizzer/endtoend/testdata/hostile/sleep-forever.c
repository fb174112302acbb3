/*
 * tries: to sleep for ever, with all signals that can be ignored ignored
 * sees: limits, process
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  for (int number = 1; number < 32; number++) {
    signal(number, SIG_IGN);
  }
  for (;;) {
    pause();
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
