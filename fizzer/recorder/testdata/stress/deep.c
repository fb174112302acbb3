/* Recursion 10 000 calls deep, each with a value that depends on the input. */
extern int __VERIFIER_nondet_int(void);
static int down(int n, int v, int *out) {
  int local[2] = {v, n};
  if (n == 0) {
    *out = v;
    return v;
  }
  return down(n - 1, v + local[1], out) + 1;
}
int main(void) {
  int out = 0, v = __VERIFIER_nondet_int();
  int r = down(10000, v, &out);
  return (r == 12) + (out == 5);
}
