// Exercises: switch with cases far apart.
// executions: 600 (7 cases: for each 1 + 32 bit flips + 2 extremes and a linear descent of 8)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case -2000000000:
    return 1;
  case -1:
    return 2;
  case 42:
    return 3;
  case 70000:
    return 4;
  case 70001:
    return 5;
  case 2000000000:
    return 6;
  default:
    return 0;
  }
}
