/*
 * tries: to change the owners of files, in 32 bit by the calls with owners of 16 bit, too
 * sees: file
 * alone: seen as root
 */
#include "prelude.h"
static void attempt(void) {
  raw(SYS_chown, OUTSIDE "/precious", 65534L, 65534L);
  raw(SYS_lchown, OUTSIDE "/link", 65534L, 65534L);
  raw(SYS_fchown, raw(SYS_open, OUTSIDE "/log", O_RDONLY, 0), 65534L, 65534L);
  raw(SYS_fchownat, (long)AT_FDCWD, OUTSIDE "/run.sh", 65534L, 65534L, 0L);
#ifdef SYS_chown32
  raw(SYS_chown32, OUTSIDE "/precious", 65534L, 65534L);
  raw(SYS_lchown32, OUTSIDE "/link", 65534L, 65534L);
  raw(SYS_fchown32, raw(SYS_open, OUTSIDE "/log", O_RDONLY, 0), 65534L, 65534L);
#endif
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
