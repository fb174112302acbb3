/*
 * tries: to execute a shell that writes a file and sleeps
 * sees: file, process
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  char *arguments[] = {"sh", "-c", "echo x > " OUTSIDE "/made; exec sleep 1000", NULL};
  execv("/bin/sh", arguments);
  raw(SYS_execve, "/bin/sh", arguments, NULL);
  raw(SYS_execveat, (long)AT_FDCWD, "/bin/sh", arguments, NULL, 0L);
  system(arguments[2]);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
