// Exercises: the length of a string of which only the end was written, in memory of alloca. On the target it is always empty.
// family: Arrays
// expected: 6/6 goals
// budget: 20000 executions
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
int len(char *s) {
  char *p = s;
  while (*p)
    p++;
  return p - s;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    n = 1;
  char *s = alloca(n);
  s[n - 1] = 0;
  int l = len(s);
  if (l > 3)
    return 1;
  return 0;
}
