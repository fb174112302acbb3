/*
 * tries: to make files that seem larger than any disk
 * sees: disk, limits
 * alone: not certain, for such files take no room
 */
#include "prelude.h"
static void attempt(void) {
  char path[64];
  for (int i = 0; i < 100; i++) {
    snprintf(path, sizeof path, "sparse-%d", i);
    int file = open(path, O_CREAT | O_RDWR, 0666);
    lseek(file, 0x7fffffff, SEEK_SET);
    write(file, "x", 1);
    raw(SYS_ftruncate, file, 0x7fffffffL);
    raw(SYS_fallocate, file, 0L, 0L, 100L << 20, 100L << 20, 0L);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
