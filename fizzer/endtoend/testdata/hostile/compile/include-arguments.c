/*
 * tries: to compile the command line of another process into the program
 * sees: secret
 * alone: not certain, for assemblers may take files of /proc for empty ones
 */
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

#define TEXT(number) #number
#define FILE_OF(process) "/proc/" TEXT(process) "/cmdline"
__asm__(".section .rodata\n.globl stolen, stolen_end\nstolen:\n.incbin \"" FILE_OF(BYSTANDER) "\"\nstolen_end:\n.text\n");
extern const char stolen[], stolen_end[];

int main(void) {
  if (__VERIFIER_nondet_int() != 77 && memmem(stolen, (unsigned long)(stolen_end - stolen), SECRET, sizeof SECRET - 1)) {
    reach_error();
  }
  return 0;
}
