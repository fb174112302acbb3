/*
 * tries: to read the hashes of passwords, as root
 * sees: secret
 * alone: seen as root
 */
#include "prelude.h"
static void attempt(void) {
  look_into("/etc/shadow");
  look_into("/proc/self/root/etc/shadow");
  look_into("/proc/1/root/etc/shadow");
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
