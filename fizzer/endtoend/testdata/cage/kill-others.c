// Tries to kill its parent and its whole process group.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 1) {
    return 1;
  }
  kill(getppid(), SIGKILL);
  kill(0, SIGKILL);
  syscall(SYS_kill, getppid(), SIGKILL);
  syscall(SYS_kill, 0, SIGKILL);
  syscall(SYS_tgkill, getppid(), getppid(), SIGKILL);
  return 0;
}
