// tests: 7
// property: __VERIFIER_error
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) { if (__VERIFIER_nondet_int() == 7) __VERIFIER_error(); return 0; }
