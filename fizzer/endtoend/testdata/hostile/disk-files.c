/*
 * tries: to make 100000 files
 * sees: disk
 * needs: view, namespaces
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  char path[4096];
  for (int i = 0; i < 100000; i++) {
    snprintf(path, sizeof path, "%d", i);
    raw(SYS_mkdir, path, 0777);
#ifdef ALONE
    snprintf(path, sizeof path, SCRATCH "/%d", i);
    raw(SYS_mkdir, path, 0777);
#endif
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
