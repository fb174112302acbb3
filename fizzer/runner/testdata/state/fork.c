// mode: persistent
// No process can be made; errno says so, and is zero again in the next run.
#include <errno.h>
unsigned char __VERIFIER_nondet_uchar(void);
int fork(void);
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  if (errno != 0) return 1;
  if (choice & 1 && fork() >= 0) return 2;
  if (errno == EAGAIN) return 3;
  errno = choice;
  return 0;
}
