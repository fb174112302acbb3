/*
 * tries: to define the C library's start in file-scope assembly, which no reader of C sees
 * sees: file
 * alone: seen
 * ends: in words
 */
#include "prelude.h"
#if defined(__x86_64__)
__asm__(".text\n.globl __libc_start_main\n.type __libc_start_main,@function\n__libc_start_main:\n"
        " and $-16,%rsp\n call instead_of_start\n hlt\n.size __libc_start_main,.-__libc_start_main\n");
#else
__asm__(".text\n.globl __libc_start_main\n.type __libc_start_main,@function\n__libc_start_main:\n"
        " call instead_of_start\n hlt\n.size __libc_start_main,.-__libc_start_main\n");
#endif
int main(void);

void instead_of_start(void) {
  raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666);
  main();
  raw(SYS_exit_group, 0);
}

static void attempt(void) {}

int main(void) {
  attempt();
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  return 0;
}
