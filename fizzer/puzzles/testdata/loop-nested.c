// Exercises: two nested loops whose bounds are inputs; a product of the bounds is wanted.
// executions: 1500 (the bounds are linear in two bytes; loop heads first: about 17 runs of sensitivity and 9 a line search for
// each of some tens of counts)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int rows = __VERIFIER_nondet_uchar() % 16;
  int columns = __VERIFIER_nondet_uchar() % 16;
  int cells = 0;
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns; j++) {
      cells++;
    }
  }
  if (cells == 35) {
    return 1;
  }
  return 0;
}
