/*
 * tries: to read files that only the user may, anywhere
 * sees: secret
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  look_into(OUTSIDE "/secret");
  look_into("/proc/self/root" OUTSIDE "/secret");
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
