// Exercises: three words whose exclusive or is a number.
// executions: 8 (the sensitivity analysis; the bit equations, a run for each bit, once where they are linear)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int sum = 0;
  for (int i = 0; i < 3; i++) {
    unsigned int x = __VERIFIER_nondet_uint();
    sum ^= x << i | x >> (32 - i) % 32;
  }
  if (sum == 0xb7e15163u) {
    return 1;
  }
  return 0;
}
