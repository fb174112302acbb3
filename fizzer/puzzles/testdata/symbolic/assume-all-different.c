// Exercises: assumptions: twelve numbers, all different.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
static void assume(int holds) {
  if (!holds)
    abort();
}
int main(void) {
  unsigned x[12];
  for (int i = 0; i < 12; i++) {
    x[i] = __VERIFIER_nondet_uint();
    assume(x[i] < 12);
  }
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < i; j++)
      assume(x[i] != x[j]);
  assume(x[0] > x[1] && x[1] > x[2] && x[3] + x[4] == x[5] + x[6] && x[11] == 2 * x[10] && x[10] > 2);
  reach_error();
  return 0;
}
