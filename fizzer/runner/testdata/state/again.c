// mode: persistent
// The program calls its main again: constructors run once in each run, destructors, too.
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int starts, ends, depth, choice;
__attribute__((constructor)) static void start(void) { starts++; }
__attribute__((destructor)) static void end(void) {
  if (++ends == 2) abort();
}
int main(int count, char **arguments) {
  if (depth == 0) choice = __VERIFIER_nondet_uchar();
  if (depth++ < choice) return main(count, arguments);
  return starts * 10 + depth;
}
