// Exercises: a local array is sorted of which inputs set a part.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int cells[10];
  int set = __VERIFIER_nondet_int();
  for (int i = 0; i < 10 && i < set; i++) {
    cells[i] = 0;
  }
  for (int i = 0; i < 10; i++) {
    for (int j = 0; j + 1 < 10 - i; j++) {
      if (cells[j] > cells[j + 1]) {
        int kept = cells[j];
        cells[j] = cells[j + 1];
        cells[j + 1] = kept;
      }
    }
  }
  if (cells[0] < 0) {
    return 1;
  }
  if (cells[9] > 0) {
    return 2;
  }
  return 0;
}
