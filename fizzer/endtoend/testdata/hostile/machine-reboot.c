/*
 * tries: to restart the machine, or the namespace that it is in
 * sees: machine
 * alone: seen as root
 */
#include "prelude.h"
static void attempt(void) { raw(SYS_reboot, 0xfee1deadL, 672274793L, 0x01234567L, NULL); }

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
