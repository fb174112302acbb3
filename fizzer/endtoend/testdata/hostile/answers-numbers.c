/*
 * tries: to make the tool believe counters that are off by all amounts, in turn
 * sees: tool, limits
 * alone: not certain, for nobody shares memory
 */
#include "prelude.h"
static void attempt(void) {
  static const unsigned values[] = {1, 0xffffffff, 0x7fffffff, 0x80000000, 12345678};
  unsigned turn = (unsigned)__VERIFIER_nondet_int();
  struct stat status;
  for (int i = 0; i < 16; i++) {
    if (fstat(i, &status) < 0 || !S_ISREG(status.st_mode) || status.st_size <= 0) {
      continue;
    }
    volatile unsigned *shared = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, i, 0);
    if (shared != MAP_FAILED) {
      for (unsigned at = turn % 7; at < 16384 && at < status.st_size / 4; at += 7) {
        shared[at] = values[turn % 5];
      }
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
