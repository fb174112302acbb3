// Exercises: the seed of a random number generator.
// executions: 1500 (the sensitivity analysis, then the values that the bounds leave, and before them the runs of the moves)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int seed = __VERIFIER_nondet_uint();
  if (seed >= 1000 && seed < 3000) {
    unsigned int x = seed;
    for (int i = 0; i < 6; i++) {
      x = x * 1103515245u + 12345u;
      x ^= x >> 16;
    }
    if ((x >> 8 & 1023) == 700) {
      return 1;
    }
  }
  return 0;
}
