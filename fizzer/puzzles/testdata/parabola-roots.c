// Exercises: a polynomial of degree two with two roots, one of them negative.
// executions: 600 (1 + 32 bit flips + 2 extremes; about 25 line searches of 8, perhaps from a second seed)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long long x = __VERIFIER_nondet_int();
  long long y = (x - 5000) * (x + 70000);
  if (y == 0) {
    return x > 0 ? 1 : 2;
  }
  return 0;
}
