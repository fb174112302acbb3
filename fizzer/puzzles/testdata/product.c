// Exercises: a product of two inputs with an exact value.
// executions: 1000 (at zero no single value has an effect: 21 runs of sensitivity and some hundred random inputs until
// one does; then 41 runs, and of the random seeds below 128 one of five divides the product: 5 descents of some 60)
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned int a = __VERIFIER_nondet_ushort();
  unsigned int b = __VERIFIER_nondet_ushort();
  if (a * b == 30030u) {
    return 1;
  }
  return 0;
}
