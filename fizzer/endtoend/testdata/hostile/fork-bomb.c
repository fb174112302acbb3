/*
 * tries: to fork without end
 * sees: crowd
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  for (;;) {
    fork();
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
