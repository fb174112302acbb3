/*
 * tries: to read the scratch folders of other runs, and other temporary files
 * sees: secret
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  look_into("/var/tmp/other-run/secret");
  look_into("/proc/self/root/var/tmp/other-run/secret");
  look_into("/dev/shm/secret");
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
