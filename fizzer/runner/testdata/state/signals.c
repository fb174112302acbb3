// mode: forked for signal
#include <signal.h>
unsigned char __VERIFIER_nondet_uchar(void);
static volatile int caught;
static void note(int number) { caught = number; }
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  if (signal(SIGUSR1, SIG_DFL) != SIG_DFL) return 1;
  if (choice & 1) signal(SIGUSR1, note);
  if (choice & 2) signal(SIGUSR1, SIG_IGN);
  if (choice & 3) raise(SIGUSR1);
  if (caught == SIGUSR1) return 2;
  if (choice == 4) raise(SIGTERM);
  return 0;
}
