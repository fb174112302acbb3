// tests: 1 | 2
// property: reach_error
extern int __VERIFIER_nondet_int(void);
void reach_error() { __builtin_trap(); }
int main(void) { if (__VERIFIER_nondet_int() == 7) { ERROR: { reach_error(); } } return 0; }
