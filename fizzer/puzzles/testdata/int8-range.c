// Exercises: signed 8-bit integer in a narrow range, both bounds exclusive.
// executions: 44 (two conditions on one value: 1 + 8 bit flips, 4 extremes for each, and a linear descent of 8 to 9)
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char x = __VERIFIER_nondet_char();
  if (x > -77 && x < -74) {
    return 1;
  }
  return 0;
}
