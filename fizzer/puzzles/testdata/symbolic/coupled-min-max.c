// Exercises: inequalities that leave one corner.
// executions: 20000
// goal: error
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
  if (a <= 0 || b <= 0 || c <= 0 || d <= 0 || a > 500 || b > 500 || c > 500 || d > 500)
    return 0;
  if (a + b + c + d == 1000 && 2 * a - b == 77 && (c & d) == 124 && c - d == 255 && (a ^ b) % 3 == 2)
    reach_error();
  return 0;
}
