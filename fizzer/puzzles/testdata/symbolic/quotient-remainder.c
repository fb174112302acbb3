// Exercises: quotient and remainder of two unknowns.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_ushort();
  unsigned b = __VERIFIER_nondet_ushort();
  if (b > 100 && b < 5000 && a / b == 13 && a % b == 71 && (a ^ b) % 256 == 255) {
    reach_error();
  }
  return 0;
}
