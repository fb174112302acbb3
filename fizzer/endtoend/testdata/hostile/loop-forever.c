/*
 * tries: to loop for ever without a condition and without input
 * sees: limits
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  for (;;) {
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
