// Exercises: the pointers of a frame that differ from null are counted.
extern int __VERIFIER_nondet_int(void);

static int count(int size) {
  void *cells[40];
  int set = 0;
  for (int i = 0; i < size; i++) {
    if (cells[i]) {
      set++;
    }
  }
  return set;
}

int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 0 || size > 40) {
    return 0;
  }
  if (count(size) > 2) {
    return 1;
  }
  return 0;
}
