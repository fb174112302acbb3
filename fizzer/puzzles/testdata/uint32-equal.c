// Exercises: unsigned 32-bit integer, == beyond the signed range.
// executions: 70 (1 + 32 bit flips + 2 extremes; the distance is linear: 1 partial derivative and 7 steps)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (x == 4123456789u) {
    return 1;
  }
  return 0;
}
