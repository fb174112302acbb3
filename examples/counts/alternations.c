// Exercises: how often the sign changes from one of 100,000 values to the next.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int changes = 0, before = 0;
  for (int i = 0; i < 100000; i++) {
    int negative = __VERIFIER_nondet_int() < 0;
    changes += negative != before;
    before = negative;
  }
  if (changes == 4711) {
    return 1;
  }
  if (changes > 60000 && changes < 60010) {
    return 2;
  }
  return 0;
}
