/*
 * tries: to be asked whenever somebody opens, maps, closes or looks who he is
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static long touch(void) { return raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666) * 0; }

pid_t getppid(void) { return (pid_t)touch(); }
uid_t getuid(void) { return (uid_t)touch(); }
uid_t geteuid(void) { return (uid_t)touch(); }
int sigaction(int signal, const struct sigaction *new, struct sigaction *old) { return (int)touch(); }
int atexit(void (*function)(void)) { return (int)touch(); }
int chdir(const char *path) { return (int)touch(); }
int dup2(int from, int to) { return (int)touch(); }
int fcntl(int file, int command, ...) { return (int)touch(); }

static void attempt(void) { chdir("/"); }

int main(void) {
  attempt();
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  return 0;
}
