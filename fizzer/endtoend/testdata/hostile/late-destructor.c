/*
 * tries: to write a file in a destructor and in a function of .fini_array, after main
 * sees: file
 * alone: seen
 */
#include "prelude.h"
__attribute__((destructor(101))) static void late(void) { raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666); }

__attribute__((section(".fini_array"), used)) static void (*const last)(void) = late;

static void attempt(void) {}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
