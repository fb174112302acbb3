/*
 * tries: the same within the name of a section, which the assembler reads as text
 * sees: secret
 * alone: seen
 */
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

__attribute__((section(".rodata.x,\"a\",@progbits\n.globl stolen\nstolen: .incbin \"" HOME_SECRET "\"\n.byte 0\n.section .rodata.y,\"a\",@progbits #"),
               used)) static const int anchor = 1;
__attribute__((weak)) extern const char stolen[];

int main(void) {
  if (__VERIFIER_nondet_int() != 77 && stolen && memmem(stolen, 20, SECRET, sizeof SECRET - 1)) {
    reach_error();
  }
  return anchor - 1;
}
