// Exercises: != in a chain, three 32-bit values.
// executions: 400 (three times 96 bit flips at most, one linear descent of 8 to 10 each)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int c = __VERIFIER_nondet_int();
  if (a != 100100) {
    return 1;
  }
  if (b != -200200) {
    return 2;
  }
  if (c != 300300) {
    return 3;
  }
  return 0;
}
