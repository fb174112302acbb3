// Exercises: unsigned 32-bit integer in a narrow range, both bounds exclusive.
// executions: 98 (two conditions on one value: 1 + 32 bit flips, 4 extremes, 3 patterns for each, and a linear descent of 8 to 9)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (x > 3000000000u && x < 3000000003u) {
    return 1;
  }
  return 0;
}
