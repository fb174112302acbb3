// tests: 7
// property: reach_error
extern int __VERIFIER_nondet_int(void);
int reach_error(int x) { return x ? 1 : 2; }
int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(3); return 0; }
