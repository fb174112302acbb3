// Exercises: an inverse modulo a prime.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  if (x < 65521 && x * 31337 % 65521 == 1 )
    reach_error();
  return 0;
}
