// Exercises: recursion as deep as the input says.
// executions: 60000
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
static unsigned int sum(unsigned int n, unsigned int x) {
  if (n == 0) {
    return x;
  }
  return sum(n - 1, x) * 3 + n;
}
static unsigned int power(unsigned int x, unsigned int n) {
  if (n == 0) {
    return 1;
  }
  unsigned int half = power(x, n / 2);
  return n % 2 == 0 ? half * half : half * half * x;
}
static unsigned int divisor(unsigned int a, unsigned int b) {
  return b == 0 ? a : divisor(b, a % b);
}
int main(void) {
  unsigned short depth = __VERIFIER_nondet_ushort();
  unsigned int x = __VERIFIER_nondet_uint();
  if (depth > 60) {
    return 1;
  }
  unsigned int s = sum(depth, x);
  if (depth > 40 && s % 1024 == 1000) {
    return 2;
  }
  if (depth == 5 && s == 1000000) {
    return 3;
  }
  if (depth == 12 && s == 0xec3208ed) {
    return 6;
  }
  if (power(x, depth) == 59049) {
    return 4;
  }
  if (x > 1000000 && divisor(x, 30030) == 715) {
    return 5;
  }
  return 0;
}
