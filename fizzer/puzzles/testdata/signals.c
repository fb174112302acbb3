// Exercises: a signal handler of the program's own, raised by itself.
// executions: 250 (two linear conditions: 35 and 69 runs of sensitivity, a descent of 9 each)
// forked: yes
#include <signal.h>

extern int __VERIFIER_nondet_int(void);

static volatile sig_atomic_t caught;

static void handle(int number) { caught = number; }

int main(void) {
  signal(SIGUSR1, handle);
  if (__VERIFIER_nondet_int() == 10203) {
    raise(SIGUSR1);
  }
  if (caught == SIGUSR1) {
    return 1;
  }
  return 0;
}
