/*
 * tries: to make the compiler read without end
 * sees: limits, memory
 */
#include "/dev/zero"

extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
