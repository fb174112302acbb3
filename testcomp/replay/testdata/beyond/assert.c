// tests: 1 | 5
// goals: 4 3
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x) assert(x > 3);
  return 0;
}
