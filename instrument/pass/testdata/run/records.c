/* One of each: comparisons, switch, loops, calls, a stored Boolean, an external Boolean, an input of a type that the
 * runtime does not name, names of the C library, a constructor, the error. */
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
extern unsigned char __VERIFIER_nondet_octet(void);
extern bool external_bool(int);
extern void abort(void);

int counter;
int environ; /* a name of the C library */

__attribute__((constructor)) static void start(void) { counter = 5; }

void reach_error(void) { abort(); }

int puts(int x) { return x < 3 ? x : -x; } /* another */

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

static int (*volatile operation)(int) = factorial;

static int classify(int x) {
  switch (x) {
  case 1:
    return 10;
  case 3 ... 6:
    return 20;
  case 1000:
    return 30;
  default:
    return 40;
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int();       /* 1 */
  double d = __VERIFIER_nondet_double(); /* 2.0 */
  bool flag = x == 1;
  for (int i = 0; i < 3; i++) counter += classify(i * 2);
  if (flag && d > 1.5) counter++;
  if (external_bool(x)) counter++;
  environ = puts(2) + operation(3);
  if (__VERIFIER_nondet_octet() ^ 1) counter++; /* 3 */
  if (x << (counter | 32)) counter++;           /* shifts count modulo the width */
  long long wide = (long long)x << 40;
  if (wide == 0x10000000000) counter++;
  while (x < 100) x *= 3;
  if (counter != 1000) reach_error();
  return counter;
}
