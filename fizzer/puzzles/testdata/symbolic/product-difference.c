// Exercises: a product and a difference.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a < 65536 && b < 65536 && a * b == 40009u * 1009u && a - b > 20000 && (a ^ b) % 2 == 0)
    reach_error();
  return 0;
}
