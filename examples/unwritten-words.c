// Exercises: a buffer that nobody wrote is divided into words. On the target it has none.
// family: Arrays
// expected: 12/12 goals
// budget: 20000 executions
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char buf[64];
  int n = __VERIFIER_nondet_int(), words = 0, in = 0;
  if (n < 0 || n > 64)
    return 0;
  for (int i = 0; i < n; i++) {
    if (buf[i] == 0) {
      in = 0;
      continue;
    }
    if (!in) {
      words++;
      in = 1;
    }
  }
  if (words > 2)
    return 1;
  if (words > 0)
    return 2;
  return 0;
}
