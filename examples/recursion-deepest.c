// Exercises: half a million calls before the first input.
// family: Recursive
// expected: 6/6 goals
// budget: 2000 executions
extern int __VERIFIER_nondet_int(void);

static int left, top;

static void descend(void) {
  if (left > 0) {
    left--;
    descend();
  }
}

int main(void) {
  left = 500000;
  descend();
  top = __VERIFIER_nondet_int();
  if (top == 1234) {
    return 1;
  }
  if (top == 777) {
    return 2;
  }
  return 0;
}
