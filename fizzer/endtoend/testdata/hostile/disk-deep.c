/*
 * tries: to leave folders within folders, deeper than a path can be long
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  static char name[201];
  memset(name, 'x', 200);
#ifdef ALONE
  chdir(SCRATCH);
#endif
  for (int i = 0; i < 300; i++) {
    mkdir(name, 0777);
    chdir(name);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
