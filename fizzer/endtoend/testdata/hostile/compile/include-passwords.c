/*
 * tries: to show the hashes of passwords in the compiler's messages
 * sees: secret
 */
#include "/etc/shadow"

extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
