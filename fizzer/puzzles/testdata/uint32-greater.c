// Exercises: unsigned 32-bit integer, > just below the greatest number.
// executions: 60 (1 + 32 bit flips + 2 extremes)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (x > 4294967293u) {
    return 1;
  }
  return 0;
}
