/*
 * tries: to paste into a console by TIOCLINUX, which types what is selected
 * sees: terminal
 * alone: not certain, for only consoles know TIOCLINUX
 */
#include "prelude.h"
#include <linux/tiocl.h>

static void paste(const char *path) {
  struct {
    char code;
    struct tiocl_selection selection;
  } __attribute__((packed)) select = {TIOCL_SETSEL, {1, 1, 10, 10, TIOCL_SELLINE}};
  char insert = TIOCL_PASTESEL;
  int terminal = (int)raw(SYS_open, path, O_RDONLY | O_NOCTTY | O_NONBLOCK, 0);
  raw(SYS_write, terminal, MARK "\n", sizeof MARK);
  raw(SYS_ioctl, terminal, TIOCLINUX, &select);
  raw(SYS_ioctl, terminal, TIOCLINUX, &insert);
}

static void attempt(void) {
  paste("/dev/tty");
  paste("/dev/tty0");
  paste("/dev/tty1");
  paste("/dev/console");
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
