// Exercises: inline assembly on the way from the input to a condition.
// executions: 100 (1 + 32 bit flips + 2 extremes and a linear descent of 8)
// note: inline assembly
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __asm__("addl $7, %0" : "+r"(x));
  if (x == 123454321) {
    return 1;
  }
  return 0;
}
