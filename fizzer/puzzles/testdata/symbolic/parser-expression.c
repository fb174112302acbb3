// Exercises: a sum of two numbers in decimal digits, as text, whose values agree.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned value[2] = {0, 0};
  for (int n = 0; n < 2; n++) {
    for (int i = 0; i < 4; i++) {
      unsigned char c = __VERIFIER_nondet_uchar();
      if (c < '0' || c > '9') {
        return 0;
      }
      value[n] = value[n] * 10 + c - '0';
    }
  }
  if (value[0] + value[1] == 9137 && value[0] - value[1] == 2907 - 2 * (value[1] % 7)) {
    reach_error();
  }
  return 0;
}
