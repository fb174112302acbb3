/*
 * tries: to make the compiler read this file without end
 * sees: limits, memory
 */
#include __FILE__
#include __FILE__

extern int __VERIFIER_nondet_int(void);
