/*
 * called: -omade.c
 * tries: to be taken for the name of an output by who compiles it
 * sees: file, secret
 */
extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
