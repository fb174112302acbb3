/*
 * tries: to freeze, shrink, trim and stop file systems, and to change quotas
 * sees: file, machine
 * alone: not certain, for only root of the machine may
 */
#include "prelude.h"
#include <linux/fs.h>

static void attempt(void) {
  long folder = raw(SYS_open, OUTSIDE, O_RDONLY, 0);
  struct fstrim_range range = {0, 4096, 0};
  raw(SYS_ioctl, folder, FIFREEZE, 0L);
  raw(SYS_ioctl, folder, FITRIM, &range);
  raw(SYS_quotactl, 0x800007L << 8, NULL, 0L, NULL);
  raw(SYS_syncfs, folder);
  raw(SYS_ioctl, folder, FITHAW, 0L);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
