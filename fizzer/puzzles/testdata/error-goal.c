// Exercises: a call of reach_error behind two conditions; nothing else is to be covered.
// executions: 250 (two linear conditions: 35 and 69 runs of sensitivity, a descent of 9 each)
// goal: error
extern int __VERIFIER_nondet_int(void);

void reach_error(void) {}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a > 20000) {
    if (b == 10101) {
      reach_error();
    }
  }
  return 0;
}
