/*
 * tries: to write a file in code in .init, where the C library's own initialization stands
 * sees: file
 * alone: seen
 * ends: in words
 */
#include "prelude.h"
__attribute__((used)) void early(void) { raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666); }

__asm__(".section .init,\"ax\",@progbits\n call early\n.text\n");

static void attempt(void) {}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
