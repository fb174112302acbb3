/*
 * tries: to fill the tool's pipes with garbage by splice, vmsplice and tee
 * sees: tool, limits
 * alone: not certain, for there are no pipes
 */
#include "prelude.h"
#include <sys/uio.h>

static void attempt(void) {
  static char garbage[65536];
  struct iovec block = {garbage, sizeof garbage};
  int ends[2];
  memset(garbage, 0xa5, sizeof garbage);
  for (long i = 3; i < 64; i++) {
    raw(SYS_fcntl, i, (long)F_SETFL, (long)O_NONBLOCK);
    raw(SYS_vmsplice, i, &block, 1L, 2L);
    raw(SYS_fcntl, i, 1031L /* F_SETPIPE_SZ */, 1L << 20);
    if (raw(SYS_pipe, ends) == 0) {
      raw(SYS_write, ends[1], garbage, 4096L);
      raw(SYS_tee, ends[0], i, 4096L, 2L);
      raw(SYS_splice, ends[0], NULL, i, NULL, 4096L, 2L);
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
