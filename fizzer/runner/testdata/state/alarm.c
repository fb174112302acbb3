// mode: forked for alarm
// The signal of the program's own clock kills it, as nobody catches it.
#include <unistd.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  if (__VERIFIER_nondet_uchar() == 1) {
    ualarm(1000, 0);
    for (;;) pause();
  }
  if (alarm(0) != 0) return 1;
  return 0;
}
