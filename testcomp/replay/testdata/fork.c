// tests: 0 | 1 | 2
// only: branches
// A child writes its own coverage; of conditions and statements it makes counts that do not add up.
extern int __VERIFIER_nondet_int(void);
extern int fork(void), wait(int *), raise(int);
extern void exit(int);
int main(void) {
  int zero = 0;
  switch (__VERIFIER_nondet_int()) {
  case 0: if (fork() == 0) { if (zero) exit(1); return 2; } wait(0); raise(9);
  case 1: if (fork() == 0) { raise(9); } wait(0); return 1;
  }
  return 0;
}
