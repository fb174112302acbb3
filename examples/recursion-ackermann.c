// Exercises: recursion: Ackermann's function and a mutual recursion whose depth is an input.
// family: Recursive
// expected: 15/16 goals
// budget: 200000 executions
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

int ackermann(int m, int n) {
  if (m == 0) {
    return n + 1;
  }
  if (n == 0) {
    return ackermann(m - 1, 1);
  }
  return ackermann(m - 1, ackermann(m, n - 1));
}

int is_odd(int n);

int is_even(int n) {
  if (n == 0)
    return 1;
  return is_odd(n - 1);
}

int is_odd(int n) {
  if (n == 0)
    return 0;
  return is_even(n - 1);
}

int main(void) {
  int m = __VERIFIER_nondet_int();
  int n = __VERIFIER_nondet_int();
  if (m < 0 || m > 2 || n < 0 || n > 4) {
    return 0;
  }
  int result = ackermann(m, n);
  if (m == 2 && result == 2 * n + 3) {
    int depth = __VERIFIER_nondet_int();
    if (depth >= 0 && depth < 20) {
      return is_even(depth);
    }
  }
  /* A(1, n) is n + 2 */
  if (m == 1 && result != n + 2) {
    abort();
  }
  return 0;
}
