// Exercises: an array of eight pointers of which the inputs set some; the others are what the stack held.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int value = 7;
  int *cells[8];
  int set = __VERIFIER_nondet_int();
  int read = __VERIFIER_nondet_int();
  if (set < 0 || set > 7 || read < 0 || read > 7) {
    return 0;
  }
  cells[set] = &value;
  if (cells[read] == 0) {
    return 1;
  }
  if (*cells[read] == 7) {
    return 2;
  }
  return 3;
}
