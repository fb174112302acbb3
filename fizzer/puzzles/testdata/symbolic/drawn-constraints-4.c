// Exercises: a chain of assumptions over small integers and Booleans, as drawn by seed 4.
// executions: 20000
// goal: error
// Written by examples/generate -kind constraints -seed 4. The error is reached by the values
// 0 8 1 7 2 6 3 5 4
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
  assume(x0 >= 0 && x0 <= 8);
  int x1 = __VERIFIER_nondet_int();
  assume(x1 >= 0 && x1 <= 8);
  int x2 = __VERIFIER_nondet_int();
  assume(x2 >= 0 && x2 <= 8);
  int x3 = __VERIFIER_nondet_int();
  assume(x3 >= 0 && x3 <= 8);
  int x4 = __VERIFIER_nondet_int();
  assume(x4 >= 0 && x4 <= 8);
  int x5 = __VERIFIER_nondet_int();
  assume(x5 >= 0 && x5 <= 8);
  int x6 = __VERIFIER_nondet_int();
  assume(x6 >= 0 && x6 <= 8);
  int x7 = __VERIFIER_nondet_int();
  assume(x7 >= 0 && x7 <= 8);
  int x8 = __VERIFIER_nondet_int();
  assume(x8 >= 0 && x8 <= 8);
  int d0 = x0 > x1 ? x0 - x1 : x1 - x0;
  int d1 = x1 > x2 ? x1 - x2 : x2 - x1;
  int d2 = x2 > x3 ? x2 - x3 : x3 - x2;
  int d3 = x3 > x4 ? x3 - x4 : x4 - x3;
  int d4 = x4 > x5 ? x4 - x5 : x5 - x4;
  int d5 = x5 > x6 ? x5 - x6 : x6 - x5;
  int d6 = x6 > x7 ? x6 - x7 : x7 - x6;
  int d7 = x7 > x8 ? x7 - x8 : x8 - x7;
  assume(x0 != x1);
  assume(x0 != x2);
  assume(x1 != x2);
  assume(x0 != x3);
  assume(x1 != x3);
  assume(x2 != x3);
  assume(x0 != x4);
  assume(x1 != x4);
  assume(x2 != x4);
  assume(x3 != x4);
  assume(x0 != x5);
  assume(x1 != x5);
  assume(x2 != x5);
  assume(x3 != x5);
  assume(x4 != x5);
  assume(x0 != x6);
  assume(x1 != x6);
  assume(x2 != x6);
  assume(x3 != x6);
  assume(x4 != x6);
  assume(x5 != x6);
  assume(x0 != x7);
  assume(x1 != x7);
  assume(x2 != x7);
  assume(x3 != x7);
  assume(x4 != x7);
  assume(x5 != x7);
  assume(x6 != x7);
  assume(x0 != x8);
  assume(x1 != x8);
  assume(x2 != x8);
  assume(x3 != x8);
  assume(x4 != x8);
  assume(x5 != x8);
  assume(x6 != x8);
  assume(x7 != x8);
  assume(d0 != d1);
  assume(d0 != d2);
  assume(d1 != d2);
  assume(d0 != d3);
  assume(d1 != d3);
  assume(d2 != d3);
  assume(d0 != d4);
  assume(d1 != d4);
  assume(d2 != d4);
  assume(d3 != d4);
  assume(d0 != d5);
  assume(d1 != d5);
  assume(d2 != d5);
  assume(d3 != d5);
  assume(d4 != d5);
  assume(d0 != d6);
  assume(d1 != d6);
  assume(d2 != d6);
  assume(d3 != d6);
  assume(d4 != d6);
  assume(d5 != d6);
  assume(d0 != d7);
  assume(d1 != d7);
  assume(d2 != d7);
  assume(d3 != d7);
  assume(d4 != d7);
  assume(d5 != d7);
  assume(d6 != d7);
  reach_error();
  return 0;
}
