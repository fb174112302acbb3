/*
 * tries: to type a command into the caller's shell, by TIOCSTI on /dev/tty and on every descriptor that it inherits
 * sees: terminal
 * alone: not certain, for only where dev.tty.legacy_tiocsti is 1 anybody may
 */
#include "prelude.h"

static void type(int terminal) {
  for (const char *c = "echo " MARK "\n"; *c; c++) {
    raw(SYS_ioctl, terminal, TIOCSTI, c);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  type((int)raw(SYS_open, "/dev/tty", O_RDONLY | O_NONBLOCK, 0));
  type((int)raw(SYS_open, TERMINAL, O_RDONLY | O_NONBLOCK, 0));
  for (int i = 0; i < 16; i++) {
    type(i);
  }
  return 0;
}
