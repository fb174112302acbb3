/*
 * tries: to read files of the user's home folder
 * sees: secret
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  look_into(HOME_FOLDER "/secret");
  look_into(HOME_FOLDER "/.ssh/id_ed25519");
  look_into("/proc/self/root" HOME_FOLDER "/secret");
  look_into("../../../../../../../.." HOME_FOLDER "/secret");
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
