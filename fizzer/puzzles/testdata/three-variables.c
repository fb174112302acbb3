// Exercises: three variables in one linear condition, unsigned and of 16 bits.
// executions: 200 (1 + 48 bit flips + 6 extremes; linear: 3 derivatives and 7 steps, five times at most, as the numbers
// end at the limits of their type)
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  int a = __VERIFIER_nondet_ushort();
  int b = __VERIFIER_nondet_ushort();
  int c = __VERIFIER_nondet_ushort();
  if (a + 2 * b - c == 777) {
    return 1;
  }
  return 0;
}
