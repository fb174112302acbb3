// Exercises: main with arguments and environment: one argument, the program's name.
// executions: 100 (1 + 32 bit flips + 2 extremes and a linear descent of 8)
// uncovered: 2 (there is one argument, and it is not empty)
extern int __VERIFIER_nondet_int(void);

int main(int argc, char *argv[], char *environment[]) {
  (void)environment;
  if (argc != 1) {
    return -1;
  }
  if (argv[0][0] == 0) {
    return -2;
  }
  return __VERIFIER_nondet_int() == argc + 1000 ? 1 : 0;
}
