// Exercises: how many of 100,000 values are less than the one before.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int falls = 0, before = __VERIFIER_nondet_int();
  for (int i = 1; i < 100000; i++) {
    int value = __VERIFIER_nondet_int();
    if (value < before) {
      falls++;
    }
    before = value;
  }
  if (falls == 2) {
    return 1;
  }
  if (falls == 333) {
    return 2;
  }
  if (falls > 70000 && falls < 80000) {
    return 3;
  }
  return 0;
}
