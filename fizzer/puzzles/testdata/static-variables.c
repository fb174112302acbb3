// Exercises: static variables in functions, which start anew in each run.
// executions: 500 (three calls with one equality of 8 bits: 27 bit flips and a descent of 8 each, the count follows)
extern char __VERIFIER_nondet_char(void);

static int count(char c) {
  static int seen;
  static char last = 'a';
  if (c == last) {
    seen++;
    last++;
  }
  return seen;
}

int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    total = count(__VERIFIER_nondet_char());
  }
  if (total == 3) {
    return 1;
  }
  return 0;
}
