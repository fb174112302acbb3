// mode: forked for sigaction
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
static sigjmp_buf back;
static void leave(int number) { siglongjmp(back, number); }
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = leave;
  sigaction(choice & 1 ? SIGSEGV : SIGABRT, &action, 0);
  int number = sigsetjmp(back, 1);
  if (number == SIGSEGV) return 1;
  if (number == SIGABRT) return 2;
  if (choice & 2) *(volatile int *)8 = 1;
  if (choice & 4) abort();
  return 0;
}
