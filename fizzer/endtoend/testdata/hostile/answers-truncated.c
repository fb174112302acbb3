/*
 * tries: to kill the tool by cutting the memory that it shares, or to grow it beyond all bounds
 * sees: tool, limits
 * alone: not certain, for nobody shares memory
 */
#include "prelude.h"
static void attempt(void) {
  for (long i = 0; i < 64; i++) {
    raw(SYS_ftruncate, i, 0L, 0L);
    raw(SYS_ftruncate, i, 0x7fffffffL, 0L);
    raw(SYS_fallocate, i, 3L /* punch a hole */, 0L, 0L, 0x7fffffffL, 0L);
    raw(SYS_ftruncate, i, 0L, 0L);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
