/*
 * tries: to make the compilers write a file that fills the disk
 * sees: disk, limits, memory
 */
extern int __VERIFIER_nondet_int(void);
int large[1 << 29] = {1};
__asm__(".data\n.fill 0x40000000, 1, 1\n.text");

int main(void) { return large[__VERIFIER_nondet_int() & 1]; }
