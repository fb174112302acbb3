// mode: persistent
// Calls that longjmp leaves are not open any more, however often that happens.
#include <setjmp.h>
unsigned char __VERIFIER_nondet_uchar(void);
static jmp_buf back;
static int left;
static void deeper(int depth) {
  if (depth == 0) longjmp(back, 7);
  deeper(depth - 1);
}
static int plain(int value) {
  if (value > 3000) return 1;
  return 0;
}
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  for (volatile int i = 0; i < 2000; i++) {
    if (setjmp(back) == 0) {
      if (choice < 4) deeper(choice);
      left++;
    }
    if (plain(i)) return 1;
  }
  if (choice == 5) longjmp(back, 1 + left++ / 150);
  return left;
}
