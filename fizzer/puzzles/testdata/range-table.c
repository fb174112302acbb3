// Exercises: a look-up in a table that is in no order.
// executions: 290 (the sensitivity analysis, then the values that the bounds leave, and before them the runs of the moves)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char table[256];
  for (int i = 0; i < 256; i++) {
    table[i] = (unsigned char)(i * 89 + 41) ^ i >> 4;
  }
  unsigned char c = __VERIFIER_nondet_uchar();
  if (table[c] == 68) {
    return 1;
  }
  return 0;
}
