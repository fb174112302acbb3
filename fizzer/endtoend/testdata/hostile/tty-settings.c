/*
 * tries: to change the settings of the caller's terminal, its size and who may use it
 * sees: terminal
 * alone: seen
 */
#include "prelude.h"
#include <termios.h>

static void spoil(int terminal) {
  struct winsize size = {.ws_row = 1, .ws_col = 1};
  char settings[256] = {0};
  raw(SYS_ioctl, terminal, TCGETS, settings);
  settings[0] ^= 0x55;
  raw(SYS_ioctl, terminal, TIOCSWINSZ, &size);
  raw(SYS_ioctl, terminal, TCSETS, settings);
  raw(SYS_fchmod, terminal, 0777);
}

static void attempt(void) {
  raw(SYS_chmod, TERMINAL, 0777);
  spoil((int)raw(SYS_open, "/dev/tty", O_RDONLY | O_NONBLOCK, 0));
  spoil((int)raw(SYS_open, TERMINAL, O_RDONLY | O_NOCTTY | O_NONBLOCK, 0));
  spoil(0);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
