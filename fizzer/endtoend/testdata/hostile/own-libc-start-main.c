/*
 * tries: to be there instead of the C library's start
 * sees: file
 * alone: seen
 * ends: in words
 */
#include "prelude.h"
int main(void);

int __libc_start_main(int (*program)(void)) {
  raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666);
  program();
  raw(SYS_exit_group, 0);
  return 0;
}

static void attempt(void) {}

int main(void) {
  attempt();
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  return 0;
}
