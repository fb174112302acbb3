// mode: persistent
// Handlers of one run are not those of the next, also when a handler ends the run itself.
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int calls;
static void count(void) {
  calls++;
  if (calls == 3) exit(5);
}
static void last(void) {
  if (calls > 1) calls = 100;
}
static void ends(void) { abort(); }
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  atexit(last);
  for (int i = 0; i < choice; i++)
    if (atexit(count)) return 1;
  if (choice == 4) atexit(ends);
  if (choice == 5) _Exit(6);
  return 0;
}
