// Exercises: unsigned 8-bit integer, == beyond the signed range.
// executions: 30 (1 + 8 bit flips + 2 extremes; the distance is linear: 1 partial derivative and 7 steps)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  if (x == 219) {
    return 1;
  }
  return 0;
}
