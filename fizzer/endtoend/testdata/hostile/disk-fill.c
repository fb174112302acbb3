/*
 * tries: to fill the disk
 * sees: disk
 * alone: seen
 */
#include "prelude.h"
static void fill(const char *folder) {
  static char block[1 << 20];
  char path[4096];
  memset(block, 1, sizeof block);
  signal(SIGXFSZ, SIG_IGN);
  for (int i = 0; i < 1000; i++) {
    snprintf(path, sizeof path, "%s/full-%d", folder, i);
    long file = raw(SYS_open, path, O_CREAT | O_WRONLY, 0666);
    if (raw(SYS_write, file, block, (long)sizeof block) <= 0) {
      break;
    }
    raw(SYS_close, file);
  }
  sleep(1);
}

static void attempt(void) {
  fill(".");
  fill(SCRATCH);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
