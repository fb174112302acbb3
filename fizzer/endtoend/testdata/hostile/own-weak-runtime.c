/*
 * tries: the same with weak and hidden definitions, which the linker does not refuse
 * sees: file
 * alone: seen
 * ends: in words
 */
#include "prelude.h"
__attribute__((weak)) void fizzer_protect(void *variable, unsigned long size) {}
__attribute__((weak)) void fizzer_keep_signals(void) {}
__attribute__((weak, visibility("hidden"))) int fizzer_fork(void) { return 0; }
__attribute__((weak)) int __wrap_main(void) { return 0; }
__attribute__((weak)) int __real_main(void) { return 0; }
__attribute__((weak)) int __libc_csu_init(void) { return 0; }

static void attempt(void) { raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666); }

int main(void) {
  attempt();
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  return 0;
}
