/*
 * tries: to read what runs of the tool have written, this one and earlier ones
 * sees: secret
 * needs: view, namespaces
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  look_into(OUTPUT "/earlier/test-suite/testcase.xml");
  if (access(OUTPUT "/search/test-suite/metadata.xml", R_OK) == 0 || access(OUTPUT "/search/test-suite", F_OK) == 0) {
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
