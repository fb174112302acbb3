// Exercises: quotients and remainders of inputs by inputs.
// executions: 60000
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  unsigned int a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (b == 0) {
    return 1;
  }
  if (a / b == 12 && a % b == 345) {
    return 2;
  }
  int c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
  if (d == 0 || d == -1) {
    return 3;
  }
  if (c % d == -5 && d > 1000) {
    return 4;
  }
  if (c / d * d == c && c > 100 && d > 10 && c / d > 7) {
    return 5;
  }
  long long e = __VERIFIER_nondet_longlong();
  if (e > 0 && e % 1000003 == 17 && e % 97 == 3 && e / 1000003 > 50) {
    return 6;
  }
  for (unsigned int i = 2; i < 50; i++) {
    if (a % i == 0 && b % (i + 1) == 0 && a / i == b / (i + 1) && a > 5000) {
      return 7;
    }
  }
  return 0;
}
