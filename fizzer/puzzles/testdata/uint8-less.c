// Exercises: unsigned 8-bit integer, the other side of < with a number near the greatest.
// executions: 22 (1 + 8 bit flips, 4 extremes; the distance is linear: 1 partial derivative and 7 steps)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  if (x < 250) {
    return 1;
  }
  return 0;
}
