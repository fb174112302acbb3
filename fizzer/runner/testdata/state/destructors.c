// mode: persistent
// Constructors run before main and destructors after the exit handlers, in every run, in the order of their priorities.
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int order = 1;
__attribute__((constructor(200))) static void second(void) {
  if (order == 3) order = 5;
}
__attribute__((constructor(150))) static void first(void) {
  if (order == 1) order = 3;
}
static void handler(void) {
  if (order == 5) order = 7;
}
__attribute__((destructor(200))) static void early(void) {
  if (order == 7) order = 9;
}
__attribute__((destructor(150))) static void late(void) {
  if (order == 9) order = 11;
}
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  if (order != 5) return 1;
  if (choice & 1) atexit(handler);
  if (choice == 2) abort();
  if (choice == 4) exit(3);
  return 0;
}
