/*
 * tries: to copy a secret from a home folder into the output folder
 * sees: secret
 * alone: seen
 */
#include "prelude.h"

static void attempt(void) {
  static char content[4096];
  long file = raw(SYS_open, HOME_SECRET, O_RDONLY, 0);
  long length = raw(SYS_read, file, content, (long)sizeof content);
  file = raw(SYS_open, OUTPUT "/search/copy", O_CREAT | O_WRONLY, 0644);
  if (length > 0) {
    raw(SYS_write, file, content, length);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
