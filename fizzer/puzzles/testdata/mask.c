// Exercises: a field in the middle of a word, by mask.
// executions: 500 (1 + 32 bit flips + 2 extremes; 4 lines of 8 to find the slope of the field)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if ((x & 0x00ff0000u) == 0x00a50000u) {
    return 1;
  }
  return 0;
}
