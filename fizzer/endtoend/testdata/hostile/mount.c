/*
 * tries: to mount over precious files, to take mounts away, and to get another root
 * sees: machine, file
 * alone: seen as root
 */
#include "prelude.h"
#include <sys/mount.h>

static void attempt(void) {
  raw(SYS_mount, "tmpfs", OUTSIDE, "tmpfs", 0L, NULL);
  raw(SYS_mount, "/tmp", HOME_FOLDER, NULL, (long)MS_BIND, NULL);
  raw(SYS_mount, NULL, "/mnt", NULL, (long)(MS_REMOUNT | MS_RDONLY | MS_BIND), NULL);
  raw(SYS_umount2, "/var/tmp", (long)MNT_DETACH);
#ifdef SYS_umount
  raw(SYS_umount, "/dev/shm");
#endif
  raw(SYS_pivot_root, ".", ".");
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
