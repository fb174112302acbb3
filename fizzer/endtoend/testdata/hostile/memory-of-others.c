/*
 * tries: to write the memory of a bystander by process_vm_writev
 * sees: bystander
 * alone: seen as root
 */
#include "prelude.h"
#include <sys/uio.h>

static void attempt(void) {
  char garbage[8] = "garbage";
  struct iovec here = {garbage, sizeof garbage}, there = {(void *)(uintptr_t)BYSTANDER_ADDRESS, sizeof garbage};
  raw(SYS_process_vm_writev, BYSTANDER, &here, 1L, &there, 1L, 0L);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
