/*
 * tries: the same by the newer calls: fsopen, fsmount, open_tree, move_mount, mount_setattr
 * sees: machine, file
 * alone: seen as root
 */
#include "prelude.h"
static void attempt(void) {
  long context = raw(430 /* fsopen */, "tmpfs", 0L);
  raw(431 /* fsconfig */, context, 6L, NULL, NULL, 0L);
  long mount = raw(432 /* fsmount */, context, 0L, 0L);
  raw(429 /* move_mount */, mount, "", (long)AT_FDCWD, OUTSIDE, 4L);
  long tree = raw(428 /* open_tree */, (long)AT_FDCWD, "/tmp", 1L);
  raw(429, tree, "", (long)AT_FDCWD, HOME_FOLDER, 4L);
  raw(433 /* fspick */, (long)AT_FDCWD, "/mnt", 0L);
  uint64_t attributes[4] = {1 /* read only */, 0, 0, 0};
  raw(442 /* mount_setattr */, (long)AT_FDCWD, "/var/tmp", 0L, attributes, (long)sizeof attributes);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
