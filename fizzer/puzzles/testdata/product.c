// Exercises: a product of two inputs with an exact value.
// executions: 7000 (1 + 32 bit flips + 4 extremes; K is 3200 for 32 bits: two analyses' worth of seeds)
// open: 1 (at zero both derivatives are zero; the factors are then found by chance only)
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned int a = __VERIFIER_nondet_ushort();
  unsigned int b = __VERIFIER_nondet_ushort();
  if (a * b == 30030u) {
    return 1;
  }
  return 0;
}
