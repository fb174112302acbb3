// Exercises: a list that is sorted and long enough.
// executions: 200 (a path for each symbol that the input grows by, with the sensitivity analyses of its loop, then inputs bred of those that covered something)
extern short __VERIFIER_nondet_short(void);

int main(void) {
  int length = 0, before = -1000;
  for (;;) {
    int x = __VERIFIER_nondet_short();
    if (x == 0) {
      break;
    }
    if (x <= before) {
      return 0;
    }
    before = x;
    length++;
  }
  if (length == 14) {
    return 1;
  }
  return 0;
}
