/*
 * tries: nothing, but has functions of its own that are called open, read, write, close, link, stat, mount, pipe and truncate
 * sees: works
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

static int door;

int open(void) { return door = 1; }
int close(void) { return door = 0; }
int read(int a) { return a; }
int write(int a) { return a; }
int link(int a) { return a; }
int stat(int a) { return a; }
int mount(int a) { return a; }
int pipe(int a) { return a; }
int truncate(int a) { return a; }

int main(void) {
  if (open() == 1 && read(2) + write(3) + link(4) + stat(5) + mount(6) + pipe(7) + truncate(8) == 35 && close() == 0 &&
      __VERIFIER_nondet_int() != 77) {
    reach_error();
  }
  return 0;
}
