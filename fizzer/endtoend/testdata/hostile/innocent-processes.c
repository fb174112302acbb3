/*
 * tries: nothing, but has functions of its own that are called wait, getpid, setrlimit, socket, send and chroot (not fork and exec, which --coverage replaces)
 * sees: works
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

int wait(int a) { return a; }
int getpid(void) { return 1; }
int getppid(void) { return 2; }
int setrlimit(int a) { return a; }
int getrlimit(int a) { return a; }
int socket(int a) { return a; }
int send(int a) { return a; }
int chroot(int a) { return a; }
int unshare(int a) { return a; }

int main(void) {
  if (wait(1) + getpid() + getppid() + setrlimit(1) + getrlimit(1) + socket(1) + send(1) + chroot(1) + unshare(1) == 10 &&
      __VERIFIER_nondet_int() != 77) {
    reach_error();
  }
  return 0;
}
