// Exercises: pointers as inputs, from an input function and from a function that is defined nowhere.
// executions: 300 (1 + 64 bit flips + 2 extremes at most; equal to zero or not)
extern void *__VERIFIER_nondet_pointer(void);
extern char *getenv_of_board(const char *name);

int main(void) {
  void *p = __VERIFIER_nondet_pointer();
  char *q = getenv_of_board("mode");
  if (p == 0) {
    return 1;
  }
  if (q != 0) {
    return 2;
  }
  return 0;
}
