/*
 * tries: to change the modes of files by chmod, fchmod, fchmodat
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  raw(SYS_chmod, OUTSIDE "/precious", 04777);
  raw(SYS_fchmod, raw(SYS_open, OUTSIDE "/log", O_RDONLY, 0), 0);
  raw(SYS_fchmodat, (long)AT_FDCWD, OUTSIDE "/run.sh", 0L);
  raw(SYS_chmod, HOME_FOLDER, 0777);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
