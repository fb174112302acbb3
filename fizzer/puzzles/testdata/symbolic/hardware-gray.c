// Exercises: a counter in Gray code that must match.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = 0;
  unsigned errors = 0;
  for (int step = 0; step < 12; step++) {
    unsigned char in = __VERIFIER_nondet_uchar();
    n = (unsigned char)(n * 3 + step);
    unsigned char gray = n ^ n >> 1;
    errors |= in ^ gray ^ (unsigned)(errors << 1);
  }
  if (errors == 0)
    reach_error();
  return 0;
}
