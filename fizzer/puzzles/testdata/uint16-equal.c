// Exercises: unsigned 16-bit integer, == beyond the signed range.
// executions: 50 (1 + 16 bit flips + 2 extremes; the distance is linear: 1 partial derivative and 7 steps)
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  if (x == 54321) {
    return 1;
  }
  return 0;
}
