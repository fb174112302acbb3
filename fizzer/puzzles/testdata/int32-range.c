// Exercises: signed 32-bit integer in a narrow range below zero.
// executions: 120 (1 + 32 bit flips + 2 extremes; two conditions of one variable: 8 each, and the sensitivity of the second)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x >= -1000005 && x <= -1000000) {
    return 1;
  }
  return 0;
}
