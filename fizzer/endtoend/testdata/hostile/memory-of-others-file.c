/*
 * tries: to write into the memory of a bystander and of its parent through /proc
 * sees: bystander, tool
 * alone: seen as root
 */
#include "prelude.h"
static void attempt(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", BYSTANDER);
  long file = raw(SYS_open, path, O_RDWR | O_LARGEFILE, 0);
  raw(SYS_lseek, file, (long)BYSTANDER_ADDRESS, SEEK_SET);
#ifdef SYS__llseek
  long long at;
  raw(SYS__llseek, file, (long)(BYSTANDER_ADDRESS >> 32), (long)BYSTANDER_ADDRESS, &at, SEEK_SET);
#endif
  raw(SYS_write, file, "garbage", 7L);
  snprintf(path, sizeof path, "/proc/%ld/mem", raw(SYS_getppid));
  raw(SYS_open, path, O_RDWR, 0);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
