/*
 * tries: to execute a shell through the dynamic loader and through vfork
 * sees: file, process
 * alone: seen
 */
#include "prelude.h"
#include <spawn.h>

static void attempt(void) {
  char *arguments[] = {"ld.so", "/bin/sh", "-c", "echo x > " OUTSIDE "/made; exec sleep 1000", NULL};
  pid_t child;
  posix_spawn(&child, "/lib64/ld-linux-x86-64.so.2", NULL, NULL, arguments, NULL);
  execv("/lib64/ld-linux-x86-64.so.2", arguments);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
