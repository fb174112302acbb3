/*
 * tries: to get namespaces of its own, and to live on in them
 * sees: process
 * alone: seen
 */
#include "prelude.h"
#include <sched.h>

static void attempt(void) {
  static const long kinds[] = {CLONE_NEWUSER,   CLONE_NEWUSER | CLONE_NEWNET, CLONE_NEWUSER | CLONE_NEWPID, CLONE_NEWUSER | CLONE_NEWNS,
                               CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWNS};
  for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (start_process((unsigned long long)kinds[i]) == 0) {
      for (;;) {
        raw(SYS_pause);
      }
    }
    if (raw(SYS_unshare, kinds[i]) == 0 && start_process(0) == 0) {
      for (;;) {
        raw(SYS_pause);
      }
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
