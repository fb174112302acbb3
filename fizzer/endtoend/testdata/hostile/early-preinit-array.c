/*
 * tries: to write a file in a function of .preinit_array, which runs before all constructors
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void early(void) { raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666); }

__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = early;

static void attempt(void) {}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
