// Exercises: sums and products of long doubles.
// executions: 60000
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  long double sum = 0, last = 1;
  int count = __VERIFIER_nondet_int();
  if (count < 1 || count > 8) {
    return 0;
  }
  for (int i = 0; i < count; i++) {
    int v = __VERIFIER_nondet_int();
    last = v;
    sum += last / 3;
  }
  if (sum == 1000) {
    return 1;
  }
  if (sum > 1e9L) {
    return 2;
  }
  long double d = __VERIFIER_nondet_double();
  if (d * d > 1e400L) { // beyond a double
    return 3;
  }
  if (d + sum < -1e6L) {
    return 4;
  }
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if ((long double)a + b == 99999 && a - b == 1) {
    return 5;
  }
  return 0;
}
