// Exercises: how long the longest run of equal values among 60,000 is, and how many runs there are.
extern short __VERIFIER_nondet_short(void);

int main(void) {
  int longest = 0, run = 0, runs = 0, before = 0;
  for (int i = 0; i < 60000; i++) {
    int value = __VERIFIER_nondet_short();
    if (i > 0 && value == before) {
      run++;
    } else {
      run = 1;
      runs++;
    }
    if (run > longest) {
      longest = run;
    }
    before = value;
  }
  if (longest == 3000) {
    return 1;
  }
  if (runs == 41) {
    return 2;
  }
  if (runs == 20000 && longest < 9) {
    return 3;
  }
  return 0;
}
