/*
 * called: -Xclang.c
 * tries: to be taken for an option by who compiles it
 * sees: file, secret
 */
extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
