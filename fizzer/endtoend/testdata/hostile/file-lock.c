/*
 * tries: to keep others from files: locks, leases and marks on all of them, held for ever
 * sees: limits, process
 * alone: seen
 */
#include "prelude.h"
#include <sys/fanotify.h>
#include <sys/file.h>

static void attempt(void) {
  raw(SYS_flock, raw(SYS_open, OUTSIDE "/precious", O_RDWR, 0), (long)LOCK_EX);
  long watch = raw(SYS_fanotify_init, (long)(FAN_CLASS_CONTENT | FAN_UNLIMITED_QUEUE), (long)O_RDWR);
  raw(SYS_fanotify_mark, watch, (long)(FAN_MARK_ADD | FAN_MARK_MOUNT), (long)FAN_OPEN_PERM, 0L, (long)AT_FDCWD, OUTSIDE);
  for (;;) {
    pause();
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
