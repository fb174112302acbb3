// Exercises: the graph of Petersen in three colours, with some colours given.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);

static void assume(int holds) {
  if (!holds) {
    abort();
  }
}

int main(void) {
  unsigned char c[10];
  for (int i = 0; i < 10; i++) {
    c[i] = __VERIFIER_nondet_uchar();
    assume(c[i] < 3);
  }
  for (int i = 0; i < 5; i++) {
    assume(c[i] != c[(i + 1) % 5]);
    assume(c[i] != c[i + 5]);
    assume(c[i + 5] != c[5 + (i + 2) % 5]);
  }
  assume(c[0] == 2 && c[7] == 0 && c[3] == 1);
  reach_error();
  return 0;
}
