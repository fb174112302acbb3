// Exercises: a value is searched in a local array of which half was written.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int cells[32];
  int key = __VERIFIER_nondet_int();
  for (int i = 0; i < 16; i++) {
    cells[i] = i + 1;
  }
  int found = 0;
  while (found < 32 && cells[found] != key) {
    found++;
  }
  if (found == 32) {
    return 1;
  }
  if (found >= 16) {
    return 2;
  }
  return 0;
}
