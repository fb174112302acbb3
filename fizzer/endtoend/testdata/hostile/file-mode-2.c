/*
 * tries: to change the modes of files by fchmodat2
 * sees: file
 * alone: not certain, for since Linux 6.6
 */
#include "prelude.h"
static void attempt(void) {
  raw(452 /* fchmodat2 */, (long)AT_FDCWD, OUTSIDE "/precious", 04777L, 0L);
  raw(452, raw(SYS_open, OUTSIDE "/log", O_PATH, 0), "", 0L, (long)AT_EMPTY_PATH);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
