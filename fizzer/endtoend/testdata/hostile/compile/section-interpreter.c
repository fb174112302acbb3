/*
 * tries: to have another interpreter for its executable
 * sees: file
 */
__attribute__((section(".interp"), used)) static const char interpreter[] = OUTSIDE "/tools/script";

extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
