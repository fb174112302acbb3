/*
 * tries: to make the functions do nothing that set limits, and to take more than they allow
 * sees: memory, crowd, limits
 * alone: seen
 */
#include "prelude.h"
int setrlimit(int resource, const void *limit) { return 0; }
int setrlimit64(int resource, const void *limit) { return 0; }
int prlimit(int pid, int resource, const void *limit, void *old) { return 0; }
int prlimit64(int pid, int resource, const void *limit, void *old) { return 0; }
unsigned alarm(unsigned seconds) { return 0; }

static void attempt(void) {
  for (;;) {
    if (start_process(0) == 0) {
      for (int i = 0; i < 10; i++) {
        char *block = mmap(NULL, 100 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block != MAP_FAILED) {
          memset(block, 1, 100 << 20);
        }
      }
      for (;;) {
        pause();
      }
    }
  }
}

int main(void) {
  attempt();
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  return 0;
}
