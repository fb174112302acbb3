/*
 * tries: to show a file of the home folder in the compiler's messages
 * sees: secret
 * alone: seen
 */
#include HOME_SECRET

extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
