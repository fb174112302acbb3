// Exercises: six conditions one inside the other, each on a value of its own.
// executions: 1500 (at depth k, 32 k bit flips and a linear descent of 8: 32 * 21 + 6 * (8 + 12))
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 1001) {
    if (__VERIFIER_nondet_int() == -2002) {
      if (__VERIFIER_nondet_int() > 3003000) {
        if (__VERIFIER_nondet_int() < -4004000) {
          if (__VERIFIER_nondet_int() == 5005) {
            if (__VERIFIER_nondet_int() == 6006) {
              return 1;
            }
          }
        }
      }
    }
  }
  return 0;
}
