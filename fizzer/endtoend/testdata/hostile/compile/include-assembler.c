/*
 * tries: to show a file of the home folder in the assembler's messages
 * sees: secret
 * alone: seen
 */
__asm__(".include \"" HOME_SECRET "\"\n.print \"read\"");

extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
