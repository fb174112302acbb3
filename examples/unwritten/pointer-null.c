// Exercises: a pointer that nobody wrote is tested for null before it is read.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *pointer;
  int limit = __VERIFIER_nondet_int();
  if (pointer == 0) {
    return 1;
  }
  if (*pointer > limit) {
    return 2;
  }
  if (*pointer == 0) {
    return 3;
  }
  if (limit == 1000) {
    return 4;
  }
  return 0;
}
