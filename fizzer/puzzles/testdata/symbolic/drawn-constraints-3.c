// Exercises: a chain of assumptions over small integers and Booleans, as drawn by seed 3.
// executions: 20000
// goal: error
// Written by examples/generate -kind constraints -seed 3. The error is reached by the values
// 4 21 18 24 27 20 29 25 24
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
  int x7 = __VERIFIER_nondet_int();
  assume(x7 >= 0 && x7 <= 30);
  int x8 = __VERIFIER_nondet_int();
  assume(x8 >= 0 && x8 <= 30);
  assume(4 * x0 + 2 * x1 + 6 * x2 + 8 * x3 + 2 * x4 + 9 * x5 + 1 * x6 + 5 * x7 + 8 * x8 == 938);
  assume(8 * x0 + 3 * x1 + 5 * x2 + 7 * x3 + 6 * x4 + 2 * x5 + 9 * x6 + 2 * x7 + 1 * x8 == 890);
  assume(x0 * x1 == 84);
  assume(x2 * x3 == 432);
  assume(x4 * x5 == 540);
  assume(x6 * x7 == 725);
  reach_error();
  return 0;
}
