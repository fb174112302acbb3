/*
 * tries: to change extended attributes by all calls of their family
 * sees: file
 * alone: not certain, for the file system may have none; on tmpfs since Linux 6.6
 */
#include "prelude.h"
#include <sys/xattr.h>

struct value {
  uint64_t value;
  uint32_t size, flags;
};

static void attempt(void) {
  struct value value = {(uintptr_t) "x", 1, 0};
  long file = raw(SYS_open, OUTSIDE "/precious", O_RDONLY, 0);
  raw(SYS_setxattr, OUTSIDE "/precious", "user.set", "x", 1L, 0L);
  raw(SYS_lsetxattr, OUTSIDE "/precious", "user.lset", "x", 1L, 0L);
  raw(SYS_fsetxattr, file, "user.fset", "x", 1L, 0L);
  raw(463 /* setxattrat */, (long)AT_FDCWD, OUTSIDE "/precious", 0L, "user.at", &value, (long)sizeof value);
  raw(SYS_removexattr, OUTSIDE "/precious", "user.note");
  raw(SYS_lremovexattr, OUTSIDE "/precious", "user.note");
  raw(SYS_fremovexattr, file, "user.note");
  raw(466 /* removexattrat */, (long)AT_FDCWD, OUTSIDE "/precious", 0L, "user.note");
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
