// Exercises: signed 16-bit integer in a range of one number.
// executions: 80 (1 + 16 bit flips + 2 extremes, for each of two conditions; 8 steps each)
extern short __VERIFIER_nondet_short(void);

int main(void) {
  short x = __VERIFIER_nondet_short();
  if (x > 30001 && x < 30003) {
    return 1;
  }
  return 0;
}
