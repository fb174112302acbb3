/*
 * tries: the same without chmod: folders made closed by the mask, with files made by a descriptor
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void leave(const char *path) {
  raw(SYS_umask, 0L);
  raw(SYS_mkdir, path, 0700);
  long folder = raw(SYS_open, path, O_RDONLY | O_DIRECTORY, 0);
  raw(SYS_umask, 0777L);
  raw(SYS_mkdirat, folder, "inner", 0777L);
  raw(SYS_openat, folder, "file", O_CREAT | O_WRONLY, 0777L);
  raw(SYS_fchmod, folder, 0);
}

static void attempt(void) {
  leave("./closed");
  leave(SCRATCH "/closed");
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
