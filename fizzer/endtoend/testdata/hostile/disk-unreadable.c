/*
 * tries: to leave folders that nobody can remove, for nobody may look into them
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void leave(const char *folder) {
  char path[4096];
  snprintf(path, sizeof path, "%s/closed", folder);
  mkdir(path, 0777);
  strcat(path, "/inner");
  mkdir(path, 0777);
  strcat(path, "/file");
  close(open(path, O_CREAT | O_WRONLY, 0));
  snprintf(path, sizeof path, "%s/closed/inner", folder);
  chmod(path, 0);
  raw(452 /* fchmodat2 */, (long)AT_FDCWD, path, 0L, 0L);
  snprintf(path, sizeof path, "%s/closed", folder);
  chmod(path, 0);
  raw(452, (long)AT_FDCWD, path, 0L, 0L);
  snprintf(path, sizeof path, "%s/not-listed", folder);
  mkdir(path, 0300);
  strcat(path, "/file");
  close(open(path, O_CREAT | O_WRONLY, 0));
  snprintf(path, sizeof path, "%s/never-opened", folder);
  mkdir(path, 0);
}

static void attempt(void) {
  leave(".");
  leave(SCRATCH);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
