/*
 * tries: to make the compiler wait for its own output
 * sees: limits
 * alone: seen as nobody
 */
#include "/proc/self/fd/2"
#include "/proc/self/fd/1"
#include "/proc/thread-self/fd/2"

extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
