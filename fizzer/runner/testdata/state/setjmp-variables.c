// mode: persistent
// Variables that are changed between setjmp and longjmp keep what was stored last.
#include <setjmp.h>
unsigned char __VERIFIER_nondet_uchar(void);
static jmp_buf back;
static void leave(int value) {
  if (value) longjmp(back, value);
}
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  int rounds = 0, sum = choice > 7 ? 100 : 0;
  for (int i = 0; i < 20; i++) {
    if (setjmp(back) == 0) {
      rounds++;
      sum += choice < 4 ? i : 2;
      leave(1 + rounds % 3);
    } else {
      rounds++;
    }
  }
  return rounds != 40 || sum < 40;
}
