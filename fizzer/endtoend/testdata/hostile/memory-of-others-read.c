/*
 * tries: to read the memory of a bystander by process_vm_readv
 * sees: secret
 * alone: seen as root
 */
#include "prelude.h"
#include <sys/uio.h>

static void attempt(void) {
  static char buffer[4096];
  struct iovec here = {buffer, sizeof buffer}, there = {(void *)(uintptr_t)BYSTANDER_ADDRESS, sizeof buffer};
  look_for_secret(buffer, raw(SYS_process_vm_readv, BYSTANDER, &here, 1L, &there, 1L, 0L));
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
