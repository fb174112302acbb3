// Exercises: two factors of a number of 24 bits.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
  if (a > 1 && b > a && (unsigned)a * b == 4093u * 4079u)
    reach_error();
  return 0;
}
