// Exercises: a number whose halves are exchanged.
// executions: 120 (the sensitivity analysis where the value that the distance names is not the one; the bit equations, a run for each bit, once where
// they are linear and up to once a bit for a product)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if ((x << 16 | x >> 16) == 0xdeadbeefu) {
    return 1;
  }
  return 0;
}
