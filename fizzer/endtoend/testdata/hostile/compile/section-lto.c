/*
 * tries: to make gcc and the linker run what the options of link-time optimization name
 * sees: file
 */
__asm__(".section .gnu.lto_.opts,\"e\",@progbits\n.string \"'-fplugin=" OUTSIDE "/tools/script' '-wrapper' '" OUTSIDE "/tools/script'\"\n.text");
__asm__(".section .gnu.lto_main.0,\"e\",@progbits\n.byte 1\n.text\n.comm __gnu_lto_slim,1,1");

extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
