// mode: persistent
// Handlers of on_exit are called among those of atexit, handlers of at_quick_exit by quick_exit alone, in each run only its own.
#define _DEFAULT_SOURCE
#include <malloc.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int order;
static void one(void) { order = order * 10 + 1; }
static void two(int status, void *argument) { order = order * 10 + (status == *(int *)argument ? 2 : 9); }
static void last(void) { _Exit(order); }
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  static int wanted;
  wanted = choice == 1 ? 4 : 0;
  char *block = malloc(100 + choice);
  if (malloc_usable_size(block) < 100u + choice || malloc_usable_size(NULL) != 0) return 1;
  atexit(last);
  atexit(one);
  on_exit(two, &wanted);
  at_quick_exit(last);
  if (choice == 2) at_quick_exit(one), quick_exit(5);
  if (choice == 3) quick_exit(5);
  if (choice == 5) order = 3;
  exit(wanted);
}
