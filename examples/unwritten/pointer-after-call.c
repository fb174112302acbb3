// Exercises: a frame holds a pointer that an earlier call of the same shape left there.
extern int __VERIFIER_nondet_int(void);

static int shared = 5;

static int leave(int value) {
  int *pointers[6];
  for (int i = 0; i < 6; i++) {
    pointers[i] = &shared;
  }
  *pointers[value & 3] = value;
  return *pointers[2];
}

static int find(int value) {
  int *pointers[6];
  if (pointers[3] == 0) {
    return 0;
  }
  if (*pointers[3] == value) {
    return 1;
  }
  return 2;
}

int main(void) {
  int value = __VERIFIER_nondet_int();
  int other = __VERIFIER_nondet_int();
  leave(value);
  int found = find(other);
  if (found == 1) {
    return 1;
  }
  if (found == 2) {
    return 2;
  }
  return 0;
}
