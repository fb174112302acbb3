/*
 * tries: to tell the linker by pragmas and sections what to link and whom to execute
 * sees: file, secret
 */
#pragma comment(lib, OUTSIDE "/tools/script")
#pragma comment(linker, "/DEFAULTLIB:" OUTSIDE "/tools/script")
__asm__(".section .drectve,\"yn\"\n.ascii \" -plugin " OUTSIDE "/tools/script\"\n.text");
__asm__(".section .deplibs,\"MS\",@llvm_dependent_libraries,1\n.asciz \"" OUTSIDE "/tools/script\"\n.text");
__asm__(".section .linker-options,\"e\",@llvm_linker_options\n.asciz \"lib\"\n.asciz \"" OUTSIDE "/tools/script\"\n.text");

extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
