/*
 * tries: to take large pages, which the kernel reserves for those who need them
 * sees: secret
 * alone: not certain, for not every kernel has them, and 32 bit has another call
 * needs: filter
 */
#include "prelude.h"
#include <linux/memfd.h>

#ifndef MAP_HUGETLB
#define MAP_HUGETLB 0x40000
#endif

static void attempt(void) {
#if defined(__x86_64__)
  for (long kind = 0; kind < 2; kind++) {
    long sizes[] = {0, 21, 30};
    for (int i = 0; i < 3; i++) {
      long flags = (kind ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS | MAP_HUGETLB | MAP_NORESERVE | sizes[i] << 26;
      if ((unsigned long)raw(SYS_mmap, 0L, 4L << 30, (long)(PROT_READ | PROT_WRITE), flags, -1L, 0L) < -4096UL) {
        reach_error();
      }
    }
  }
#endif
  if (raw(SYS_memfd_create, "large", (long)MFD_HUGETLB) >= 0) {
    reach_error();
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
