// Exercises: a checksum over four bytes that are checked themselves.
// executions: 310 (the sensitivity analysis of the path; two runs for each number and each move of several)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned int sum = 1;
  for (int i = 0; i < 4; i++) {
    unsigned int c = __VERIFIER_nondet_uchar();
    if (c < 'a' || c > 'z') {
      return 0;
    }
    sum = sum * 31 + c;
  }
  if (sum == (((31 + 't') * 31 + 'e') * 31 + 's') * 31 + 't') {
    return 1;
  }
  return 0;
}
