// Exercises: three squares.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uchar();
  unsigned b = __VERIFIER_nondet_uchar();
  unsigned c = __VERIFIER_nondet_uchar();
  if (a > 20 && b > a && a * a + b * b == c * c && a + b + c == 336) {
    reach_error();
  }
  return 0;
}
