// Exercises: two strings in memory of alloca are compared; only their ends were written.
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);

static int compare(const char *one, const char *two) {
  while (*one && *one == *two) {
    one++;
    two++;
  }
  return *(const unsigned char *)one - *(const unsigned char *)two;
}

int main(void) {
  int first = __VERIFIER_nondet_int();
  int second = __VERIFIER_nondet_int();
  if (first < 1 || first > 1000 || second < 1 || second > 1000) {
    return 0;
  }
  char *one = alloca(first);
  char *two = alloca(second);
  one[first - 1] = 0;
  two[second - 1] = 0;
  int order = compare(one, two);
  if (order < 0) {
    return 1;
  }
  if (order > 0) {
    return 2;
  }
  return 0;
}
