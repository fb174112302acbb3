/*
 * tries: to read environments, command lines, folders and files of all processes
 * sees: secret
 * alone: seen
 */
#include "prelude.h"
static void look_at(long pid, const char *name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/%s", pid, name);
  look_into(path);
}

static void attempt(void) {
  for (long pid = 1; pid < 300; pid++) {
    look_at(pid, "environ");
    look_at(pid, "cmdline");
    look_at(pid, "cwd/secret");
    look_at(pid, "root" OUTSIDE "/secret");
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
