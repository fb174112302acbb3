// Exercises: a chain of assumptions over small integers and Booleans, as drawn by seed 1.
// executions: 20000
// goal: error
// Written by examples/generate -kind constraints -seed 1. The error is reached by the values
// 22 0 21 17 25
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static void assume(int holds) {
  if (!holds) {
    abort();
  }
}

int main(void) {
  int x0 = __VERIFIER_nondet_int();
  assume(x0 >= 0 && x0 <= 30);
  int x1 = __VERIFIER_nondet_int();
  assume(x1 >= 0 && x1 <= 30);
  int x2 = __VERIFIER_nondet_int();
  assume(x2 >= 0 && x2 <= 30);
  int x3 = __VERIFIER_nondet_int();
  assume(x3 >= 0 && x3 <= 30);
  int x4 = __VERIFIER_nondet_int();
  assume(x4 >= 0 && x4 <= 30);
  assume(6 * x0 + 3 * x1 + 2 * x2 + 5 * x3 + 1 * x4 == 284);
  assume(9 * x0 + 2 * x1 + 8 * x2 + 3 * x3 + 8 * x4 == 617);
  assume(x0 * x1 == 0);
  assume(x2 * x3 == 357);
  reach_error();
  return 0;
}
