/*
 * tries: to fork without end past the C library
 * sees: crowd
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  for (;;) {
    syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    raw(SYS_fork);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
