// Exercises: signed 32-bit integer, < with the least number but one.
// executions: 60 (1 + 32 bit flips + 2 extremes; the distance is linear: 1 derivative and 7 steps)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -2147483647) {
    return 1;
  }
  return 0;
}
