// Exercises: signed 8-bit integer, < with a number near the least.
// executions: 22 (1 + 8 bit flips, 4 extremes; the distance is linear: 1 partial derivative and 7 steps)
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char x = __VERIFIER_nondet_char();
  if (x < -100) {
    return 1;
  }
  return 0;
}
