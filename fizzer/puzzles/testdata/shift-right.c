// Exercises: a shift to the right: most bits have no effect.
// executions: 300 (1 + 32 bit flips + 2 extremes; a plateau of 65536 numbers: larger steps find the slope, 8 a line search)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (x >> 16 == 0x1234u) {
    return 1;
  }
  return 0;
}
