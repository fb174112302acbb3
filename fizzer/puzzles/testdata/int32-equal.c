// Exercises: signed 32-bit integer, ==.
// executions: 70 (1 + 32 bit flips + 2 extremes; the distance is linear: 1 partial derivative and 7 steps)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 123456789) {
    return 1;
  }
  return 0;
}
