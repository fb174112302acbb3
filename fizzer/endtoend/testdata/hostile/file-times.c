/*
 * tries: to change the times of files by utime, utimes, futimesat, utimensat
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  raw(SYS_utime, OUTSIDE "/precious", NULL);
  raw(SYS_utimes, OUTSIDE "/log", NULL);
  raw(SYS_futimesat, (long)AT_FDCWD, OUTSIDE "/run.sh", NULL);
  raw(SYS_utimensat, (long)AT_FDCWD, OUTSIDE "/folder/inner", NULL, 0L);
#ifdef SYS_utimensat_time64
  raw(SYS_utimensat_time64, (long)AT_FDCWD, OUTSIDE "/folder", NULL, 0L);
#endif
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
