/*
 * tries: to show the hashes of passwords in the compiler's messages
 * sees: secret
 * alone: seen as root
 */
#define root static int value = 0 ? 0
#include "/etc/shadow"
#undef root

extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
