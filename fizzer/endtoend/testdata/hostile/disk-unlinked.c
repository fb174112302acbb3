/*
 * tries: to fill the disk with files that have no name any more
 * sees: disk
 * alone: seen
 */
#include "prelude.h"
static void fill(const char *folder) {
  static char block[1 << 20];
  char path[4096];
  snprintf(path, sizeof path, "%s/unlinked", folder);
  for (int i = 0; i < 60; i++) {
    long file = raw(SYS_open, path, O_CREAT | O_RDWR, 0666);
    if (file < 0 || raw(SYS_unlink, path) < 0) {
      break;
    }
    for (int j = 0; j < 4; j++) {
      raw(SYS_write, file, block, (long)sizeof block);
    }
    usleep(2000); /* the files are looked for every 20 ms */
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
