// Exercises: integers on the stack that an input sets in one of three ways, or not at all.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int first, second;
  int way = __VERIFIER_nondet_int();
  if (way == 1) {
    first = 3;
  } else if (way == 2) {
    second = 4;
  }
  if (first > 0) {
    return 1;
  }
  if (second != 0) {
    return 2;
  }
  if (first < second) {
    return 3;
  }
  return 0;
}
