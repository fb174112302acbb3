/*
 * tries: to become somebody else, to get back capabilities, and to change how it is executed
 * sees: file, machine
 * alone: not certain, for it leaves nothing to see
 */
#include "prelude.h"
#include <sys/personality.h>

static void attempt(void) {
  uint32_t header[2] = {0x20080522, 0}, all[6] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u};
  raw(SYS_setuid, 0L);
  raw(SYS_setresuid, 0L, 0L, 0L);
  raw(SYS_setgroups, 0L, NULL);
  raw(SYS_capset, header, all);
  raw(SYS_personality, (long)(READ_IMPLIES_EXEC | ADDR_NO_RANDOMIZE));
  raw(SYS_iopl, 3L);
  raw(SYS_ioperm, 0L, 1024L, 1L);
  raw(SYS_modify_ldt, 1L, NULL, 0L);
  raw(SYS_open, "/etc/made", O_CREAT | O_WRONLY, 0666);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
