/*
 * tries: to loop for ever with all signals blocked, ignored or caught, those of limits as well
 * sees: limits, process
 * alone: seen
 */
#include "prelude.h"
static void stay(int number) {}

static void attempt(void) {
  sigset_t all;
  for (int number = 1; number < 65; number++) {
    signal(number, number % 2 ? SIG_IGN : stay);
  }
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
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
