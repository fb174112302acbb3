/*
 * tries: to execute itself again and again, past what was put around the first one
 * sees: limits
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  char *arguments[] = {"again", NULL};
  raw(SYS_execve, "/proc/self/exe", arguments, NULL);
  execv("/proc/self/exe", arguments);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
