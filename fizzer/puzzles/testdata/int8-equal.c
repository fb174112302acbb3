// Exercises: signed 8-bit integer, ==.
// executions: 30 (1 + 8 bit flips + 2 extremes; the distance is linear: 1 partial derivative and 7 steps)
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char x = __VERIFIER_nondet_char();
  if (x == 77) {
    return 1;
  }
  return 0;
}
