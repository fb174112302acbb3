// Exercises: a frame finds the values that an earlier call left at the same place.
extern int __VERIFIER_nondet_int(void);

static int leave(int value) {
  int cells[24];
  for (int i = 0; i < 24; i++) {
    cells[i] = value * (i + 1);
  }
  return cells[value & 15];
}

static int find(int key) {
  int cells[24];
  int found = 0;
  for (int i = 0; i < 24; i++) {
    if (cells[i] == key) {
      found++;
    }
  }
  return found;
}

int main(void) {
  int value = __VERIFIER_nondet_int();
  int key = __VERIFIER_nondet_int();
  leave(value);
  int found = find(key);
  if (found > 10) {
    return 1;
  }
  if (found > 0) {
    return 2;
  }
  return 0;
}
