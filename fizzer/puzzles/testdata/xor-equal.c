// Exercises: xor of an input with a constant, the binary descent.
// executions: 3200 (1 + 32 bit flips + 2 extremes; the binary descent has many local minima: at most 100 runs a bit)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if ((x ^ 0xdeadbeefu) == 0x12345678u) {
    return 1;
  }
  return 0;
}
