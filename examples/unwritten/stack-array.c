// Exercises: a local array that nobody wrote, and an index that an input gives.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int cells[64];
  int at = __VERIFIER_nondet_int();
  if (at < 0 || at >= 64) {
    return 0;
  }
  if (cells[at] != 0) {
    if (cells[at] < 0) {
      return 1;
    }
    return 2;
  }
  return 3;
}
