/*
 * tries: to get text of its own into scripts and pages: names of files that are commands
 * then: script
 * sees: file
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
#line 1 "a\ntouch /mnt/outside/made-by-line\n'; touch /mnt/outside/made-by-line #"
  if (__VERIFIER_nondet_int() == 0) {
    *(volatile int *)0 = 1;
  }
  return 0;
}
