// Exercises: the diagonal of a local matrix that nobody wrote.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int matrix[12][12];
  int size = __VERIFIER_nondet_int();
  int trace = 0;
  for (int i = 0; i < 12 && i < size; i++) {
    trace += matrix[i][i] != 0;
  }
  if (trace > 4) {
    return 1;
  }
  if (trace > 0) {
    return 2;
  }
  return 0;
}
