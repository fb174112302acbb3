/*
 * tries: to define syscall and prctl in file-scope assembly, which no reader of C sees
 * sees: file
 * alone: seen
 * ends: in words
 */
#include "prelude.h"
__asm__(".text\n.globl syscall\nsyscall:\n xor %eax,%eax\n ret\n"
        ".globl prctl\nprctl:\n xor %eax,%eax\n ret\n"
        ".globl setrlimit\nsetrlimit:\n xor %eax,%eax\n ret\n");

static void attempt(void) { raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666); }

int main(void) {
  attempt();
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  return 0;
}
