/* Never ends if the input says so. */
extern int __VERIFIER_nondet_int(void);
static volatile int count;
int main(void) {
  if (__VERIFIER_nondet_int() == 3) {
    return 1;
  }
  for (;;) {
    count++;
  }
}
