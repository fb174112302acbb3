// Exercises: a sum of words in which each letter is a digit.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

static void assume(int holds) {
  if (!holds) {
    abort();
  }
}

int main(void) {
  int s = __VERIFIER_nondet_int(), e = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
  int m = __VERIFIER_nondet_int(), o = __VERIFIER_nondet_int(), r = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int all[8] = {s, e, n, d, m, o, r, y};
  for (int i = 0; i < 8; i++) {
    assume(all[i] >= 0 && all[i] <= 9);
    for (int k = 0; k < i; k++) {
      assume(all[i] != all[k]);
    }
  }
  assume(s != 0 && m != 0);
  assume(1000 * (s + m) + 100 * (e + o) + 10 * (n + r) + d + e == 10000 * m + 1000 * o + 100 * n + 10 * e + y);
  reach_error();
  return 0;
}
