// Exercises: the rest of a division: a saw tooth.
// executions: 400 (1 + 32 bit flips + 2 extremes; in one tooth linear: a line search of 8 from one of a few seeds)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (x % 10007 == 5000 && x > 1000000) {
    return 1;
  }
  return 0;
}
