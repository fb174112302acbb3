// Exercises: recursion whose depth is an input.
// executions: 500 (each level has a linear condition on the same 8 bits; about 11 runs of sensitivity and 8 of descent for
// each of some tens of depths)
extern unsigned char __VERIFIER_nondet_uchar(void);

static int depth(int n) {
  if (n <= 0) {
    return 0;
  }
  return 1 + depth(n - 3);
}

int main(void) {
  if (depth(__VERIFIER_nondet_uchar()) == 20) {
    return 1;
  }
  return 0;
}
