/*
 * tries: to call the kernel by the numbers of x32
 * sees: file
 * alone: not certain, for few kernels have them
 */
#include "prelude.h"
static void attempt(void) {
  raw(0x40000000L + 2, OUTSIDE "/made", (long)(O_CREAT | O_WRONLY), 0666L);
  raw(0x40000000L + 257, (long)AT_FDCWD, OUTSIDE "/made", (long)(O_CREAT | O_WRONLY), 0666L);
  raw(0x40000000L + 87, OUTSIDE "/precious");
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
