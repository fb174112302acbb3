// Exercises: unsigned 8-bit integer in a narrow range, both bounds exclusive.
// executions: 44 (two conditions on one value: 1 + 8 bit flips, 4 extremes for each, and a linear descent of 8 to 9)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  if (x > 200 && x < 203) {
    return 1;
  }
  return 0;
}
