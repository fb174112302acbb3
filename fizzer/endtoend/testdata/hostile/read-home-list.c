/*
 * tries: to find out what is in the user's home folder, and that a file is there
 * sees: secret
 * needs: view, namespaces
 * alone: seen
 */
#include "prelude.h"
#include <dirent.h>

static void attempt(void) {
  struct stat status;
  DIR *home = opendir(HOME_FOLDER);
  struct dirent *entry;
  while (home && (entry = readdir(home))) {
    if (strcmp(entry->d_name, ".ssh") == 0) {
      reach_error();
    }
  }
  if (access(HOME_FOLDER "/secret", F_OK) == 0 || stat(HOME_FOLDER "/.bashrc", &status) == 0) {
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
