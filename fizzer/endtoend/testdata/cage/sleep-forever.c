// Sleeps for ever, with all signals that can be ignored ignored.
#include <signal.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 1) {
    return 1;
  }
  for (int number = 1; number < 32; number++) {
    signal(number, SIG_IGN);
  }
  for (;;) {
    pause();
  }
}
