/* Numbers in code, arrays, structures and floating-point ones. */
static const unsigned keys[3] = {0xcafe4242u, 7, 70000};
static const struct {
  short kind;
  unsigned long long key;
} known[2] = {{3, 0x1122334455667788ULL}, {4660, 9}};

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  double d = x * 2.5;
  if (x == 65000 || x == 65000 + 1 - 1 || x == -3 || d > -1e300) {
    return (int)keys[x & 1] + known[x & 1].kind;
  }
  switch (x) {
  case 1000: return 1;
  case 12: return 2;
  default: return 0;
  }
}
