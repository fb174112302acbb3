// Exercises: main with a fourth parameter, of which gcc only warns.
// executions: 100 (one linear condition of 32 bits)
extern int __VERIFIER_nondet_int(void);

int main(int argc, char **argv, char **environment, char **auxiliary) {
  (void)argv, (void)environment, (void)auxiliary;
  if (__VERIFIER_nondet_int() == 4004) {
    return argc;
  }
  return 0;
}
