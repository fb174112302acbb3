/*
 * tries: to write a file in an ifunc resolver, which runs when the executable is loaded
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static int chosen(void) { return 0; }

static int (*resolve(void))(void) {
  raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666);
  return chosen;
}

int resolved(void) __attribute__((ifunc("resolve")));

static void attempt(void) { resolved(); }

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
