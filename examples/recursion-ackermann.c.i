# 0 "/work/main/examples/recursion-ackermann.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/main/examples/recursion-ackermann.c"




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

  if (m == 1 && result != n + 2) {
    abort();
  }
  return 0;
}
