// Loops for ever without a condition and without input.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 1) {
    return 1;
  }
  for (;;) {
  }
}
