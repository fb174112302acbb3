// Exercises: an array of variable length that nobody wrote; where its values change is counted.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 2 || size > 400) {
    return 0;
  }
  int cells[size];
  int changes = 0;
  for (int i = 1; i < size; i++) {
    if (cells[i] != cells[i - 1]) {
      changes++;
    }
  }
  if (changes > 20) {
    return 1;
  }
  if (changes > 3) {
    return 2;
  }
  return 0;
}
