/*
 * tries: to change flags of files: no dump, append only, immutable
 * sees: file
 * alone: not certain, for the file system may have none; on tmpfs since Linux 6.6
 */
#include "prelude.h"
#include <linux/fs.h>

struct attributes {
  uint64_t flags;
  uint32_t extent, extents, project, cow;
};

static void attempt(void) {
  static const char *const paths[] = {OUTSIDE "/precious", OUTSIDE "/log", OUTSIDE "/folder"};
  for (int i = 0; i < 3; i++) {
    long file = raw(SYS_open, paths[i], O_RDONLY, 0);
    static const int all[] = {FS_NODUMP_FL, FS_NOATIME_FL, FS_APPEND_FL, FS_IMMUTABLE_FL};
    for (int j = 0; j < 4; j++) {
      struct fsxattr extended;
      struct attributes attributes;
      memset(&attributes, 0, sizeof attributes);
      memset(&extended, 0, sizeof extended);
      extended.fsx_xflags = FS_XFLAG_NODUMP;
      raw(SYS_ioctl, file, FS_IOC_SETFLAGS, &all[j]);
      raw(SYS_ioctl, file, FS_IOC_FSSETXATTR, &extended);
      raw(469 /* file_setattr */, (long)AT_FDCWD, paths[i], &attributes, (long)sizeof attributes, 0L);
    }
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
