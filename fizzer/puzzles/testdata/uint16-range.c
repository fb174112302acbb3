// Exercises: unsigned 16-bit integer in a narrow range, both bounds exclusive.
// executions: 66 (two conditions on one value: 1 + 16 bit flips, 4 extremes, 3 patterns for each, and a linear descent of 8 to 9)
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  if (x > 40000 && x < 40003) {
    return 1;
  }
  return 0;
}
