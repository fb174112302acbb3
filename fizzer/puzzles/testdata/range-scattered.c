// Exercises: a number between two bounds that is mixed before it is compared.
// executions: 850 (the sensitivity analysis, then the values that the bounds leave, and before them the runs of the moves)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (x > 5000 && x < 6000) {
    unsigned int mixed = (x ^ x >> 3) * 2654435761u >> 20;
    if (mixed == 0x130) {
      return 1;
    }
  }
  return 0;
}
