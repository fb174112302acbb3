/*
 * tries: to write to a file under its other names: relative, through /proc, by openat2, by a descriptor that is only a path, without a name
 * sees: file
 * alone: seen
 */
#include "prelude.h"
struct how {
  uint64_t flags, mode, resolve;
};

static void spoil(long file) {
  raw(SYS_write, file, "escaped\n", 8L);
  raw(SYS_ftruncate, file, 3L);
}

static void attempt(void) {
  char path[64];
  struct how how = {O_RDWR, 0, 0};
  spoil(raw(437 /* openat2 */, (long)AT_FDCWD, OUTSIDE "/precious", &how, (long)sizeof how));
  spoil(raw(SYS_openat, (long)AT_FDCWD, "../../../../../../../../.." OUTSIDE "/log", O_RDWR, 0L));
  spoil(raw(SYS_open, "/proc/self/root" OUTSIDE "/run.sh", O_RDWR, 0));
  spoil(raw(SYS_open, "/proc/1/root" OUTSIDE "/run.sh", O_RDWR, 0));
  long only = raw(SYS_open, OUTSIDE "/precious", O_PATH, 0);
  snprintf(path, sizeof path, "/proc/self/fd/%ld", only);
  spoil(raw(SYS_open, path, O_RDWR, 0));
  long unnamed = raw(SYS_open, OUTSIDE, O_TMPFILE | O_RDWR, 0666);
  snprintf(path, sizeof path, "/proc/self/fd/%ld", unnamed);
  raw(SYS_linkat, (long)AT_FDCWD, path, (long)AT_FDCWD, OUTSIDE "/named", (long)AT_SYMLINK_FOLLOW);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
