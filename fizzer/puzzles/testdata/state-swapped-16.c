// Exercises: a short number whose bytes are in the other order.
// executions: 78 (the sensitivity analysis where the value that the distance names is not the one; the bit equations, a run for each bit, once where
// they are linear and up to once a bit for a product)
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  if ((unsigned short)(x << 8 | x >> 8) == 0xbabe) {
    return 1;
  }
  return 0;
}
