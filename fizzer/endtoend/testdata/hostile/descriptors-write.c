/*
 * tries: to write to every descriptor that it inherited
 * sees: terminal, secret, tool
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  for (long i = 0; i < 1024; i++) {
    raw(SYS_write, i, MARK "\n", (long)sizeof MARK);
    raw(SYS_pwrite64, i, MARK "\n", (long)sizeof MARK, 0L, 0L);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
