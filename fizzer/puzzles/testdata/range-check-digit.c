// Exercises: a character whose check value is that of another one.
// executions: 26 (the sensitivity analysis, then the values that the bounds leave, and before them the runs of the moves)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned int check = c;
  for (int i = 0; i < 8; i++) {
    check = check & 128 ? check << 1 ^ 0x107 : check << 1;
  }
  if (check == 0x3e) {
    return 1;
  }
  return 0;
}
