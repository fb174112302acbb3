/*
 * tries: to read from everything that it inherited
 * sees: secret, tool
 * alone: not certain, for there is nothing
 */
#include "prelude.h"
static void attempt(void) {
  static char text[65536];
  char path[64];
  for (long i = 0; i < 1024; i++) {
    look_for_secret(text, raw(SYS_pread64, i, text, (long)sizeof text, 0L, 0L));
    snprintf(path, sizeof path, "/proc/self/fd/%ld", i);
    look_into(path);
    snprintf(path, sizeof path, "/proc/self/fd/%ld" HOME_FOLDER "/secret", i);
    look_into(path);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
