// Exercises: a recursion as deep as an input says, up to 50,000 calls.
// family: Recursive
// expected: 8/8 goals
// budget: 60000 executions
extern int __VERIFIER_nondet_int(void);

static int depth(int calls) {
  if (calls <= 0) {
    return 0;
  }
  return 1 + depth(calls - 1);
}

int main(void) {
  int calls = __VERIFIER_nondet_int();
  if (calls < 0 || calls > 50000) {
    return 0;
  }
  int reached = depth(calls);
  if (reached > 40000) {
    return 1;
  }
  if (reached == 20001) {
    return 2;
  }
  return 3;
}
