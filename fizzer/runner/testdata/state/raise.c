// mode: persistent
// A signal that nobody catches ends the process; one that is ignored by default does nothing.
#include <signal.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int runs;
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  if (++runs > 1) return 1;
  if (choice == 1) raise(SIGUSR1);
  if (choice == 2) raise(SIGCHLD);
  if (choice == 3) raise(SIGABRT);
  if (choice == 4) raise(SIGFPE);
  if (choice == 5) raise(SIGALRM);
  return 0;
}
