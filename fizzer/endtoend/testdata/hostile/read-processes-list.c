/*
 * tries: to find out which processes there are
 * sees: secret
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  char path[64];
  static char text[4096];
  snprintf(path, sizeof path, "/proc/%d/cmdline", BYSTANDER);
  long file = raw(SYS_open, path, O_RDONLY, 0);
  if (raw(SYS_read, file, text, (long)sizeof text) > 0 && strstr(text, "bystander")) {
    reach_error();
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
