/*
 * tries: to print without end to both outputs
 * sees: limits, disk, tool
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  for (;;) {
    puts("more and more and more and more and more and more and more");
    fputs("more and more and more and more and more and more and more\n", stderr);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
