/*
 * tries: to make the assembler work without end
 * sees: disk, limits, memory
 */
extern int __VERIFIER_nondet_int(void);
__asm__(".text\n.rept 1000000000\n nop\n.endr");
__asm__(".macro bomb\n bomb\n bomb\n.endm\nbomb");

int main(void) { return __VERIFIER_nondet_int(); }
