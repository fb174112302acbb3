/* Behind two calls that may end the run stands a condition that is always the same. */
extern int __VERIFIER_nondet_int(void);
extern void exit(int);

static void check(int v) {
  if (v != 0x12345678) exit(0);
}

int main(void) {
  int sum = 0, debug = 1;
  check(__VERIFIER_nondet_int());
  check(__VERIFIER_nondet_int());
  if (debug) sum++;
  else sum = 0;
  return sum;
}
