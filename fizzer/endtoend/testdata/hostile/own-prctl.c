/*
 * tries: to make all functions do nothing by which a process gives up rights
 * sees: file
 * alone: seen
 */
#include "prelude.h"
int prctl(int option, ...) { return 0; }
int seccomp(unsigned operation, unsigned flags, void *arguments) { return 0; }
int landlock_restrict_self(int rules, unsigned flags) { return 0; }
int unshare(int flags) { return 0; }
int chroot(const char *path) { return 0; }
int setresuid(uid_t real, uid_t effective, uid_t saved) { return 0; }

static void attempt(void) { raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666); }

int main(void) {
  attempt();
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  return 0;
}
