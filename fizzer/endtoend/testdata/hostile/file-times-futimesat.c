/*
 * tries: to change the times of a file by futimesat alone, the oldest of its kind
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  raw(SYS_futimesat, raw(SYS_open, OUTSIDE, O_RDONLY | O_DIRECTORY, 0), "log", NULL);
  raw(SYS_futimesat, (long)AT_FDCWD, OUTSIDE "/precious", NULL);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
