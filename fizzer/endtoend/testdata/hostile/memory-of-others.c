/*
 * tries: to read and to write the memory of a bystander by process_vm_readv and process_vm_writev
 * sees: bystander, secret
 * alone: seen as root
 */
#include "prelude.h"
#include <sys/uio.h>

static void attempt(void) {
  static char buffer[4096];
  char garbage[8] = "garbage";
  struct iovec here = {garbage, sizeof garbage}, there = {(void *)(uintptr_t)BYSTANDER_ADDRESS, sizeof garbage};
  raw(SYS_process_vm_writev, BYSTANDER, &here, 1L, &there, 1L, 0L);
  struct iovec copy = {buffer, sizeof buffer};
  there.iov_len = sizeof buffer;
  raw(SYS_process_vm_readv, BYSTANDER, &copy, 1L, &there, 1L, 0L);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
