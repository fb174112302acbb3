// Exercises: a chain of assumptions over small integers and Booleans, as drawn by seed 5.
// executions: 20000
// goal: error
// Written by examples/generate -kind constraints -seed 5. The error is reached by the values
// 15 2 25 5 21 9 29
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
  int x6 = __VERIFIER_nondet_int();
  assume(x6 >= 0 && x6 <= 30);
  assume(3 * x0 + 9 * x1 + 2 * x2 + 8 * x3 + 5 * x4 + 1 * x5 + 2 * x6 == 325);
  assume(1 * x0 + 3 * x1 + 3 * x2 + 4 * x3 + 9 * x4 + 5 * x5 + 3 * x6 == 437);
  assume(x0 * x1 == 30);
  assume(x2 * x3 == 125);
  assume(x4 * x5 == 189);
  reach_error();
  return 0;
}
