/*
 * tries: to read the environment of who called the tool
 * sees: secret
 * alone: seen
 */
#include "prelude.h"
extern char **environ;

static void attempt(void) {
  const char *token = getenv("CALLERS_TOKEN");
  if (token) {
    reach_error();
  }
  for (char **variable = environ; variable && *variable; variable++) {
    look_for_secret(*variable, (long)strlen(*variable));
  }
  look_into("/proc/self/environ");
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
