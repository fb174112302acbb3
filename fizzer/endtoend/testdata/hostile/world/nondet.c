/* The input functions of a program that is run outside of every sandbox, and what becomes of its goal there. */
#include <unistd.h>

int __VERIFIER_nondet_int(void) { return 0; }

void hostile_goal(void) { _exit(99); }
