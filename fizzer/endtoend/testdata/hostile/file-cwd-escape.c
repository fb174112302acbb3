/*
 * tries: to leave its folder by descriptors of folders: fchdir, chroot within chroot, openat below one that it inherited
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  for (long i = 0; i < 64; i++) {
    raw(SYS_openat, i, "../../../../../../../../.." OUTSIDE "/made", O_CREAT | O_WRONLY, 0666L);
    raw(SYS_openat, i, "../../../../../../../../mnt/outside/made", O_CREAT | O_WRONLY, 0666L);
  }
  long here = raw(SYS_open, "/", O_RDONLY | O_DIRECTORY, 0);
  raw(SYS_mkdir, "jail", 0777);
  raw(SYS_chroot, "jail");
  raw(SYS_fchdir, here);
  for (int i = 0; i < 32; i++) {
    raw(SYS_chdir, "..");
  }
  raw(SYS_chroot, ".");
  raw(SYS_open, OUTSIDE "/made-from-jail", O_CREAT | O_WRONLY, 0666);
  raw(SYS_open, "." OUTSIDE "/made-from-jail", O_CREAT | O_WRONLY, 0666);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
