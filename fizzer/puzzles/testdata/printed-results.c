// Exercises: results of functions that print.
// executions: 100 (an equality, reached at the first run)
// uncovered: 4 (each function returns what that of the C library does)
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (puts("abc") == 4 && puts("abcd") == 5 && fputs("abc", stdout) == 1 && fwrite("abc", 0, 3, stdout) == 0) {
    if (__VERIFIER_nondet_int() == 123456) {
      return 1;
    }
  }
  return 0;
}
