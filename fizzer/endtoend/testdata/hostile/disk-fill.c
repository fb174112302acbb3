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
  for (int i = 0; i < 40; i++) {
    snprintf(path, sizeof path, "%s/full-%d", folder, i);
    long file = raw(SYS_open, path, O_CREAT | O_WRONLY, 0666);
    for (int j = 0; j < 20 && raw(SYS_write, file, block, (long)sizeof block) > 0; j++) {
    }
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
