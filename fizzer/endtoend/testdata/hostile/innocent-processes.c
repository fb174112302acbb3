/*
 * tries: nothing, but has functions of its own that are called fork, wait, getpid, setrlimit, exec, socket, send and chroot
 * sees: works
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

int fork(void) { return 5; }
int wait(int a) { return a; }
int getpid(void) { return 1; }
int getppid(void) { return 2; }
int setrlimit(int a) { return a; }
int getrlimit(int a) { return a; }
int execve(int a) { return a; }
int socket(int a) { return a; }
int send(int a) { return a; }
int chroot(int a) { return a; }
int unshare(int a) { return a; }

int main(void) {
  if (fork() == 5 && wait(1) + getpid() + getppid() + setrlimit(1) + getrlimit(1) + execve(1) + socket(1) + send(1) + chroot(1) + unshare(1) == 11 &&
      __VERIFIER_nondet_int() != 77) {
    reach_error();
  }
  return 0;
}
