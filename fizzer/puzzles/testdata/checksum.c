// Exercises: a value that must equal the sum of others that are checked themselves.
// executions: 2100 (16 + 8 * 3 bits; four linear conditions: 4 * (50 + 9), but the last has 40 sensitive bits
// on a path that three of its four numbers leave at one side: half of its 100 runs a bit)
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned short sum = __VERIFIER_nondet_ushort();
  if (a > 100 && b > 100 && c > 100) {
    if (sum == a + b + c) {
      return 1;
    }
  }
  return 0;
}
