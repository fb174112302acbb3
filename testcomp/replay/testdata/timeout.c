// tests: 1 | 2 | 3
// A test that does not end within the time limit loses its coverage.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 2) for (;;) ;
  while (x != 1) __VERIFIER_nondet_int();
  return 0;
}
