// Exercises: the first run, of zeros, crashes by a division before any condition.
// executions: 200 (the second fill value, 85, or random inputs go on; then 1 + 32 bit flips and a descent of 8)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 1000 / x;
  if (y == 10) {
    return 1;
  }
  return 0;
}
