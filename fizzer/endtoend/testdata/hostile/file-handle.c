/*
 * tries: to open a file by its handle, past all folders above it
 * sees: file, secret
 * alone: not certain, for only root of the machine may
 */
#include "prelude.h"
static void attempt(void) {
  struct file_handle *handle = malloc(sizeof *handle + 128);
  int mount;
  handle->handle_bytes = 128;
  if (raw(SYS_name_to_handle_at, (long)AT_FDCWD, OUTSIDE "/secret", handle, &mount, 0L) == 0) {
    long folder = raw(SYS_open, OUTSIDE, O_RDONLY | O_DIRECTORY, 0);
    long file = raw(SYS_open_by_handle_at, folder, handle, (long)O_RDWR);
    raw(SYS_write, file, "escaped\n", 8L);
  }
  look_into(OUTSIDE "/secret");
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
