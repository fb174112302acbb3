/*
 * tries: to change the machine: names, clock, modules, swap, accounting, messages of the kernel
 * sees: machine
 * alone: seen as root
 */
#include "prelude.h"
#include <sys/timex.h>

static void attempt(void) {
  struct timeval epoch = {1000000000, 0};
  struct timespec later = {1000000000, 0};
  static char buffer[4096];
  raw(SYS_sethostname, "hostile", 7L);
  raw(SYS_setdomainname, "hostile", 7L);
  raw(SYS_settimeofday, &epoch, NULL);
  raw(SYS_clock_settime, (long)CLOCK_REALTIME, &later);
  raw(SYS_acct, OUTSIDE "/log");
  raw(SYS_swapon, OUTSIDE "/precious", 0L);
  raw(SYS_init_module, buffer, (long)sizeof buffer, "");
  raw(SYS_finit_module, raw(SYS_open, OUTSIDE "/precious", O_RDONLY, 0), "", 0L);
  raw(SYS_syslog, 3L, buffer, (long)sizeof buffer);
  raw(SYS_syslog, 8L, NULL, 1L);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
