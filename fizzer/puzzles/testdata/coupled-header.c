// Exercises: a header whose fields must fit together.
// executions: 170 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int length = __VERIFIER_nondet_ushort();
  unsigned int offset = __VERIFIER_nondet_ushort();
  unsigned int count = __VERIFIER_nondet_uchar();
  unsigned int check = __VERIFIER_nondet_uint();
  if (offset < 16 || offset + 12 * count != length || count < 3) {
    return 0;
  }
  if (check == (length * 31 ^ offset << 7) + count) {
    return 1;
  }
  return 0;
}
