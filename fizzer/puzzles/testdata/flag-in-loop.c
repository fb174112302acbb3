// Exercises: a flag set in one round of a loop and tested after it, with a second one set by another value.
// executions: 1500 (6 rounds of 8 bit flips each, on every new path; two descents of 8 a round)
extern char __VERIFIER_nondet_char(void);

int main(void) {
  int opened = 0;
  int closed = 0;
  for (int i = 0; i < 6; i++) {
    char c = __VERIFIER_nondet_char();
    if (c == '(') {
      opened = 1;
    }
    if (c == ')') {
      closed = 1;
    }
  }
  if (opened == 1 && closed == 1) {
    return 1;
  }
  return 0;
}
