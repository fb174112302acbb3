// Exercises: unsigned 16-bit integer, the other side of < with a number near the greatest.
// executions: 33 (1 + 16 bit flips, 4 extremes, 3 patterns; the distance is linear: 1 partial derivative and 7 steps)
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  if (x < 65500) {
    return 1;
  }
  return 0;
}
