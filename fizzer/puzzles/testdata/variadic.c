// Exercises: a function of the program's own with variable arguments of several types.
// executions: 400 (two linear conditions: 35 and 69 runs of sensitivity, a descent of 9 each; a sum of doubles)
#include <stdarg.h>

extern int __VERIFIER_nondet_int(void);

static double sum(const char *kinds, ...) {
  va_list arguments;
  double total = 0;
  va_start(arguments, kinds);
  for (; *kinds; kinds++) {
    total += *kinds == 'i' ? va_arg(arguments, int) : *kinds == 'l' ? va_arg(arguments, long long) : va_arg(arguments, double);
  }
  va_end(arguments);
  return total;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (sum("ild", x, 1000000LL, 0.5) == 1004321.5) {
    return 1;
  }
  return 0;
}
