/*
 * tries: to get what the kernel runs for others: bpf, perf events, userfaultfd, io_uring, keys
 * sees: ipc
 * alone: not certain, for the kernel may be without keys
 */
#include "prelude.h"
#include <linux/keyctl.h>

static void attempt(void) {
  static char attributes[128] = {0};
  raw(SYS_add_key, "user", "hostile", "x", 1L, (long)KEY_SPEC_USER_KEYRING);
  raw(SYS_add_key, "user", "hostile", "x", 1L, (long)KEY_SPEC_SESSION_KEYRING);
  raw(SYS_keyctl, (long)KEYCTL_JOIN_SESSION_KEYRING, "hostile", 0L, 0L, 0L);
  raw(SYS_request_key, "user", "hostile", "", (long)KEY_SPEC_USER_KEYRING);
  raw(SYS_bpf, 0L, attributes, (long)sizeof attributes);
  raw(SYS_perf_event_open, attributes, BYSTANDER, -1L, -1L, 0L);
  raw(SYS_userfaultfd, 0L);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
