// Exercises: loops whose bounds are inputs, one in the other.
// executions: 60000
// uncovered: 1 (no number up to 100 000 takes so many steps)
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int steps = 0;
  if (n == 0 || n > 100000) {
    return 0;
  }
  for (unsigned int k = n; k != 1 && steps < 400; steps++) {
    k = k % 2 == 0 ? k / 2 : 3 * k + 1;
  }
  if (steps > 100) {
    n |= 1;
  }
  unsigned char rows = __VERIFIER_nondet_uchar(),
                columns = __VERIFIER_nondet_uchar();
  unsigned int sum = 0;
  for (unsigned char i = 0; i < rows % 16; i++) {
    for (unsigned char j = i; j < columns % 32; j++) {
      sum += i * j;
    }
  }
  if (sum > 1000) {
    return 1;
  }
  if (sum == 245) {
    return 2;
  }
  if (rows + columns == 300 && sum == 0) {
    return 3;
  }
  unsigned int x = __VERIFIER_nondet_uint(), turns = 0;
  while (x != 0) {
    x &= x - 1;
    turns++;
  }
  if (turns == 32) {
    return 4;
  }
  return 0;
}
