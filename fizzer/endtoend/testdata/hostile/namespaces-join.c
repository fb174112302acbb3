/*
 * tries: to go where others are: joins the namespaces of its parent, a bystander and the first process
 * sees: process, machine
 * alone: not certain, for it is already there
 */
#include "prelude.h"
static void attempt(void) {
  static const long processes[] = {1, BYSTANDER, SHELL};
  static const char *const kinds[] = {"user", "mnt", "pid", "net", "ipc", "uts", "pid_for_children"};
  for (int i = 0; i < 3; i++) {
    raw(SYS_setns, raw(SYS_pidfd_open, processes[i], 0L), 0x6c020000L);
    for (int j = 0; j < 7; j++) {
      char path[64];
      snprintf(path, sizeof path, "/proc/%ld/ns/%s", processes[i], kinds[j]);
      raw(SYS_setns, raw(SYS_open, path, O_RDONLY, 0L), 0L);
    }
  }
  raw(SYS_sethostname, "hostile", 7L);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
