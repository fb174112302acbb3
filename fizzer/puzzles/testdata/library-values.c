// Exercises: letters beyond ASCII, and an alloca that the program declares.
// executions: 400 (two equalities)
// uncovered: 1 (both functions leave such letters alone)
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern int toupper(int), tolower(int);
extern void *alloca(unsigned long);

int main(void) {
  char letter = __VERIFIER_nondet_char();
  char *copy = alloca(16);
  copy[3] = letter;
  if (toupper(copy[3]) > 200 && tolower(letter) > 200) {
    if (__VERIFIER_nondet_int() == 123456) {
      return 1;
    }
  }
  return 0;
}
