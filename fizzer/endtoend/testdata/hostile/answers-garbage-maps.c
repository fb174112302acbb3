/*
 * tries: the same in the memory that is mapped already, as far as the list of maps says
 * sees: tool, limits
 * alone: not certain, for nobody shares memory
 */
#include "prelude.h"
static void attempt(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[1024];
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long begin, end;
    char rights[8];
    if (sscanf(line, "%lx-%lx %7s", &begin, &end, rights) == 3 && rights[1] == 'w' && rights[3] == 's') {
      for (unsigned long at = begin; at < end; at += 64) {
        *(volatile unsigned *)at = 0xffffffff;
      }
    }
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
