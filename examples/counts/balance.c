// Exercises: as many of 20,000 values above a bound as below another one, others between.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int above = 0, below = 0;
  for (int i = 0; i < 20000; i++) {
    int value = __VERIFIER_nondet_int();
    if (value > 1000) {
      above++;
    } else if (value < -1000) {
      below++;
    }
  }
  if (above == below && above > 5000) {
    return 1;
  }
  if (above == 2 * below && below > 300) {
    return 2;
  }
  if (above + below == 12345) {
    return 3;
  }
  return 0;
}
