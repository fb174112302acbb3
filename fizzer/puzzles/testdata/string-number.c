// Exercises: parsing of a decimal number, which must have a given value.
// executions: 40000 (digits are found by two range conditions a character, 30 runs each, but the test of the value is
// met after each number of digits: 5 descents of at most 100 runs for each of up to 32 bits)
extern char __VERIFIER_nondet_char(void);

int main(void) {
  int value = 0;
  int digits = 0;
  for (; digits < 4; digits++) {
    char c = __VERIFIER_nondet_char();
    if (c < '0' || c > '9') {
      break;
    }
    value = 10 * value + (c - '0');
  }
  if (value == 4711) {
    return 1;
  }
  return 0;
}
