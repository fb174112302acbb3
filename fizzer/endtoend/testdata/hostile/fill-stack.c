/*
 * tries: to call itself without end, with a stack without limit
 * sees: limits, tool
 * alone: not certain, for its limit of the stack ends it
 */
#include "prelude.h"
#include <sys/resource.h>

static int deep(int depth) {
  volatile char room[100000];
  room[0] = (char)depth;
  return deep(depth + 1) + room[0];
}

static void attempt(void) {
  struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
  raw(SYS_setrlimit, RLIMIT_STACK, &none);
  deep(0);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
