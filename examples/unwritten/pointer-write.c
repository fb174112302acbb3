// Exercises: the program writes through a pointer that is set for some inputs only.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int target = 0;
  int *pointer;
  int kind = __VERIFIER_nondet_int();
  if (kind > 100) {
    pointer = &target;
  }
  *pointer = kind;
  if (target == 0) {
    return 1;
  }
  if (kind == 4711) {
    return 2;
  }
  if (*pointer < 1000) {
    return 3;
  }
  return 0;
}
