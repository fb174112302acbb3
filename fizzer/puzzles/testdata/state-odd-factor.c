// Exercises: a number times an odd factor, modulo the width.
// executions: 360 (the sensitivity analysis where the value that the distance names is not the one; the bit equations, a run for each bit, once where
// they are linear and up to once a bit for a product)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (x * 2654435761u == 0x600df00du) {
    return 1;
  }
  return 0;
}
