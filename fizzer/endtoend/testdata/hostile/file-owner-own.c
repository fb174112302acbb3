/*
 * tries: to give files to who owns them, which everybody may and which takes set-user-ID bits away
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  long user = raw(SYS_geteuid), group = raw(SYS_getegid);
  raw(SYS_chown, OUTSIDE "/precious", user, group);
  raw(SYS_lchown, OUTSIDE "/log", user, group);
  raw(SYS_fchown, raw(SYS_open, OUTSIDE "/run.sh", O_RDONLY, 0), user, group);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
