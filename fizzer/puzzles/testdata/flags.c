// Exercises: Boolean flags that are stored and tested later.
// executions: 400 (two stored comparisons: 1 + 64 bit flips + 4 extremes and a descent of 9 each; the tests of the flags
// follow from them)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int first = a == 12321;
  _Bool second = b < -32123;
  int third = first && second;
  if (third) {
    return 1;
  }
  return 0;
}
