/*
 * tries: to make the compiler wait for what is typed, and read it
 * sees: limits, terminal
 */
#include "/dev/stdin"
#include "/dev/tty"

extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
