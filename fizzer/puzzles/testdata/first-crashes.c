// Exercises: the first run, of zeros, crashes by a null pointer.
// executions: 300 (a crash ends the path behind the first condition; 35 runs of sensitivity and a descent of 8 lead beyond)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int *p = 0;
  if (x != 0) {
    p = &x;
  }
  *p += 1;
  if (x == 5001) {
    return 1;
  }
  return 0;
}
