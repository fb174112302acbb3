/*
 * tries: to let the kernel drop, compare, steal or move the memory of others: process_madvise, process_mrelease, kcmp, move_pages, get_robust_list
 * sees: bystander, shell, tool
 * alone: not certain, for it leaves nothing to see
 */
#include "prelude.h"
#include <sys/uio.h>

static void attempt(void) {
  struct iovec there = {(void *)(uintptr_t)(BYSTANDER_ADDRESS & ~4095ull), 4096};
  long process = raw(SYS_pidfd_open, BYSTANDER, 0L);
  raw(440 /* process_madvise */, process, &there, 1L, 21L /* MADV_PAGEOUT */, 0L);
  raw(448 /* process_mrelease */, process, 0L);
  raw(SYS_kcmp, raw(SYS_getppid), BYSTANDER, 0L, 0L, 0L);
  long masks[2] = {1, 1};
  raw(SYS_migrate_pages, BYSTANDER, 64L, &masks[0], &masks[1]);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
