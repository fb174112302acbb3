// Exercises: two pointers that nobody wrote are compared, and one is read if they differ.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int value = __VERIFIER_nondet_int();
  int *one;
  int *two;
  if (value == 77) {
    one = &value;
    two = &value;
  }
  if (one == two) {
    return 1;
  }
  if (one < two) {
    return 2;
  }
  if (*one == value) {
    return 3;
  }
  return 0;
}
