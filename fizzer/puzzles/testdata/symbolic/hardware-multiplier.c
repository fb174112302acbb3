// Exercises: a step of a multiplier for each clock.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned p = 0, m = 0;
  for (int step = 0; step < 10; step++) {
    unsigned char in = __VERIFIER_nondet_uchar();
    p = (p << 1) + ((in & 1) ? m : 0);
    m = step == 0 ? in * 257u : m + (in >> 4);
  }
  if (p == 0x3039b && m > 100)
    reach_error();
  return 0;
}
