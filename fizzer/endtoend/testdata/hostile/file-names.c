/*
 * tries: to rename, exchange, link and remove files, and to make folders, pipes and devices
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  raw(SYS_link, OUTSIDE "/precious", OUTSIDE "/linked");
  raw(SYS_linkat, (long)AT_FDCWD, OUTSIDE "/log", (long)AT_FDCWD, OUTSIDE "/linked-too", 0L);
  raw(SYS_symlink, "/etc/passwd", OUTSIDE "/symlinked");
  raw(SYS_symlinkat, "/etc/passwd", (long)AT_FDCWD, OUTSIDE "/symlinked-too");
  raw(SYS_renameat2, (long)AT_FDCWD, OUTSIDE "/precious", (long)AT_FDCWD, OUTSIDE "/log", 2L);
  raw(SYS_rename, OUTSIDE "/run.sh", OUTSIDE "/ran.sh");
  raw(SYS_renameat, (long)AT_FDCWD, OUTSIDE "/ran.sh", (long)AT_FDCWD, OUTSIDE "/ran-too.sh");
  raw(SYS_unlink, OUTSIDE "/link");
  raw(SYS_unlinkat, (long)AT_FDCWD, OUTSIDE "/folder/inner", 0L);
  raw(SYS_rmdir, OUTSIDE "/folder");
  raw(SYS_mkdir, OUTSIDE "/made", 0777);
  raw(SYS_mkdirat, (long)AT_FDCWD, OUTSIDE "/made-too", 0777L);
  raw(SYS_mknod, OUTSIDE "/pipe", S_IFIFO | 0666, 0);
  raw(SYS_mknodat, (long)AT_FDCWD, OUTSIDE "/device", S_IFCHR | 0666L, 0x103L);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
