// Exercises: a chain of assumptions over small integers and Booleans, as drawn by seed 13.
// executions: 20000
// goal: error
// Written by examples/generate -kind constraints -seed 13. The error is reached by the values
// 23 29 9 19 2 13
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
  int x5 = __VERIFIER_nondet_int();
  assume(x5 >= 0 && x5 <= 30);
  assume(5 * x0 + 1 * x1 + 3 * x2 + 6 * x3 + 5 * x4 + 6 * x5 == 373);
  assume(6 * x0 + 3 * x1 + 9 * x2 + 1 * x3 + 7 * x4 + 4 * x5 == 391);
  assume(x0 * x1 == 667);
  assume(x2 * x3 == 171);
  assume(x4 * x5 == 26);
  reach_error();
  return 0;
}
