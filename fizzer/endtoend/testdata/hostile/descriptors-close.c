/*
 * tries: to leave the tool without answer: closes every descriptor and replaces each
 * sees: tool, limits
 * alone: not certain, for there is nobody to answer
 */
#include "prelude.h"
static void attempt(void) {
  for (long i = 0; i < 1024; i++) {
    raw(SYS_close, i);
  }
  raw(SYS_close_range, 0L, 0xffffffffL, 0L);
  for (int i = 0; i < 1000; i++) {
    raw(SYS_open, "/dev/null", O_RDWR, 0);
  }
  __VERIFIER_nondet_int();
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
