// Exercises: a pointer to a pointer in a frame, below calls whose number an input says.
extern int __VERIFIER_nondet_int(void);

static int fill(int depth) {
  int value = depth;
  int *cells[4] = {&value, &value, &value, &value};
  if (depth > 0) {
    return fill(depth - 1) + *cells[depth & 3];
  }
  return 0;
}

static int look(int depth) {
  int *cells[4];
  if (depth > 0) {
    return look(depth - 1);
  }
  if (cells[2] == 0) {
    return 0;
  }
  if (*cells[2] > 3) {
    return 1;
  }
  return 2;
}

int main(void) {
  int depth = __VERIFIER_nondet_int();
  if (depth < 0 || depth > 20) {
    return 0;
  }
  fill(depth);
  if (look(depth / 2) == 1) {
    return 1;
  }
  return 0;
}
