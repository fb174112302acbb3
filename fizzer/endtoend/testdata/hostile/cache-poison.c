/*
 * tries: to change what the tool compiles into the next targets, in its cache and beside its executable
 * sees: file
 * alone: seen
 */
#include "prelude.h"
#include <dirent.h>

static void attempt(void) {
  char path[4096];
  const char *folder = HOME_FOLDER "/.cache/fizzer/runtime";
  DIR *entries = opendir(folder);
  struct dirent *entry;
  while (entries && (entry = readdir(entries))) {
    snprintf(path, sizeof path, "%s/%s/manifest.json", folder, entry->d_name);
    raw(SYS_open, path, O_WRONLY | O_TRUNC, 0);
    snprintf(path, sizeof path, "%s/%s/monitor.bc", folder, entry->d_name);
    raw(SYS_unlink, path);
  }
  raw(SYS_open, "/tmp/share/bin/fizzer", O_WRONLY | O_TRUNC, 0);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
