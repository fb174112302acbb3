/*
 * tries: to empty files by O_TRUNC, without the right to write, by truncate, and by ftruncate of what it can open
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  raw(SYS_open, OUTSIDE "/precious", O_RDONLY | O_TRUNC, 0);
  raw(SYS_openat, (long)AT_FDCWD, OUTSIDE "/log", O_WRONLY | O_TRUNC, 0L);
  raw(SYS_creat, OUTSIDE "/run.sh", 0666);
  raw(SYS_truncate, OUTSIDE "/folder/inner", 1L);
#ifdef SYS_truncate64
  raw(SYS_truncate64, OUTSIDE "/folder/inner", 1L, 0L);
#endif
  raw(SYS_ftruncate, raw(SYS_open, HOME_FOLDER "/.bashrc", O_RDWR, 0), 1L);
  raw(SYS_fallocate, raw(SYS_open, "/dev/shm/precious", O_RDWR, 0), 0L, 0L, 100000L, 100000L, 0L);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
