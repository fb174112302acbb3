// Exercises: an absolute value, a maximum and a minimum through conditional expressions.
// executions: 500 (three conditions on 64 bits: 69 runs of sensitivity each, a descent of 9 to 18 each)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int least = a < b ? a : b;
  int size = a < 0 ? -(a + 1) : a;
  if (least == -5005 && size == 77) {
    return 1;
  }
  return 0;
}
