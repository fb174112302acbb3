/*
 * tries: to have an outside file in its scratch folder, as a hard link or renamed, and to change it there
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  raw(SYS_link, OUTSIDE "/precious", "mine");
  raw(SYS_link, OUTSIDE "/precious", SCRATCH "/mine");
  raw(SYS_rename, OUTSIDE "/log", "mine-too");
  raw(SYS_rename, OUTSIDE "/folder", SCRATCH "/mine-too");
  raw(SYS_symlink, OUTSIDE "/precious", "way-out");
  raw(SYS_open, "way-out", O_WRONLY | O_TRUNC, 0);
  raw(SYS_chmod, "way-out", 0777);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
