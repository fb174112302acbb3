// Exercises: a pattern of three values, repeated.
// executions: 6600 (a path for each symbol that the input grows by, with the sensitivity analyses of its loop, then inputs bred of those that covered something)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int rounds = 0;
  for (;;) {
    int a = __VERIFIER_nondet_int();
    if (a == 0) {
      break;
    }
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    if (b != a + 3 || c != b * 2) {
      return 0;
    }
    rounds++;
  }
  if (rounds == 9) {
    return 1;
  }
  return 0;
}
