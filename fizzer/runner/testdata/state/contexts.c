// mode: forked for getcontext
// Variables have what was stored last when setcontext or __builtin_longjmp returns to their function.
#include <ucontext.h>
unsigned char __VERIFIER_nondet_uchar(void);
static void *place[5];
static void leave(void) { __builtin_longjmp(place, 1); }
static int builtin(int choice) {
  int rounds = 1;
  if (__builtin_setjmp(place) == 0) {
    rounds = choice + 4;
    leave();
  }
  return rounds;
}
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  int rounds = 0;
  ucontext_t context;
  getcontext(&context);
  rounds++;
  if (rounds < 3) setcontext(&context);
  return rounds * 20 + builtin(choice);
}
