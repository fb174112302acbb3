/*
 * tries: to write to the caller's terminal, where escape sequences make many terminals type an answer
 * sees: terminal
 * alone: seen
 */
#include "prelude.h"
static void print(int terminal) { raw(SYS_write, terminal, "\033[c\033]0;" MARK "\007" MARK "\n", 2 * sizeof MARK + 9L); }

static void attempt(void) {
  print((int)raw(SYS_open, "/dev/tty", O_WRONLY | O_NONBLOCK, 0));
  print((int)raw(SYS_open, TERMINAL, O_WRONLY | O_NOCTTY | O_NONBLOCK, 0));
  for (int i = 0; i < 64; i++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/0", i);
    print((int)raw(SYS_open, path, O_WRONLY | O_NOCTTY | O_NONBLOCK, 0));
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
