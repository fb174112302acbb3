/*
 * tries: to leave files that are hard to remove: odd names, pipes, sockets, links in a circle, flags
 * sees: file
 * alone: seen
 */
#include "prelude.h"
#include <linux/fs.h>

static void attempt(void) {
  int flags = FS_IMMUTABLE_FL;
#ifdef ALONE
  chdir(SCRATCH);
#endif
  close(open("-rf", O_CREAT | O_WRONLY, 0666));
  close(open("new\nline", O_CREAT | O_WRONLY, 0666));
  close(open("\377\376 \"'`$(touch made)", O_CREAT | O_WRONLY, 0666));
  symlink("circle", "circle");
  symlink("/", "root");
  symlink(OUTSIDE "/folder", "outside");
  raw(SYS_mknod, "pipe", S_IFIFO, 0);
  raw(SYS_mknod, "socket", S_IFSOCK, 0);
  mkdir("folder", 01000);
  raw(SYS_ioctl, raw(SYS_open, "-rf", O_RDONLY, 0), FS_IOC_SETFLAGS, &flags);
  raw(SYS_ioctl, raw(SYS_open, "folder", O_RDONLY, 0), FS_IOC_SETFLAGS, &flags);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
