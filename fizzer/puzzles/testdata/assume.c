// Exercises: assumptions that most inputs violate.
// executions: 900 (three linear conditions on two values: 69 runs of sensitivity each, a descent of 9 to 20 each)
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void abort(void);

static void assume_abort_if_not(int condition) {
  if (!condition) {
    abort();
  }
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  assume_abort_if_not(a > 1000 && a < 1100);
  __VERIFIER_assume(b >= 0);
  if (b == 20200) {
    return 1;
  }
  return 0;
}
