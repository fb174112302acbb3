// Exercises: ten queens behind assumptions.
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
  int q[10];
  for (int i = 0; i < 10; i++) {
    q[i] = __VERIFIER_nondet_int();
    assume(0 <= q[i] && q[i] < 10);
    for (int k = 0; k < i; k++) {
      assume(q[i] != q[k] && q[i] - q[k] != i - k && q[k] - q[i] != i - k);
    }
  }
  reach_error();
  return 0;
}
