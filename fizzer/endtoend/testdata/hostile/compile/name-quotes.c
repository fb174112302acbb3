/*
 * called: a"$(touch made-by-name)`touch made-by-name`';touch made-by-name;'.c
 * tries: to be taken for a command by who writes it into a script
 * then: script
 * sees: file, secret
 */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 0) {
    *(volatile int *)0 = 1;
  }
  return 0;
}
