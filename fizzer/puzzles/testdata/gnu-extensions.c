// Exercises: GNU extensions: statement expressions, typeof, ?: without a middle, labels as values, designated ranges, empty
// structs, __builtin functions, nested comparison.
// executions: 10000 (four linear conditions on up to three values of 32 bits: 100 runs of sensitivity and a descent of 10 each;
// the number of bits is a plateau almost everywhere: up to two analyses of 100 runs a bit, then random inputs)
extern int __VERIFIER_nondet_int(void);

struct nothing {};

#define LARGER(a, b)                                                                                                   \
  ({                                                                                                                   \
    __typeof__(a) left = (a);                                                                                          \
    __typeof__(b) right = (b);                                                                                         \
    left > right ? left : right;                                                                                       \
  })

static const int kinds[10] = {[2 ... 5] = 1, [6] = 2};

int main(void) {
  static void *const places[] = {&&none, &&some, &&many};
  struct nothing n;
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  unsigned c = (unsigned)__VERIFIER_nondet_int();
  if (LARGER(a, b) == 31415) {
    return 1;
  }
  if ((a ?: b) == -27182) {
    return 2;
  }
  goto *places[kinds[c % 10]];
some:
  return __builtin_expect(b == 55, 0) ? 3 : (int)sizeof n;
many:
  return __builtin_popcount(c) > 20;
none:
  return 0;
}
