// An overflow of a signed integer: the price of many pieces.
// sanitizer: undefined
// finds: signed-integer-overflow in price
// executions: 20000
extern int __VERIFIER_nondet_int(void);

static int price(int pieces, int each) { return pieces * each; }

int main(void) {
  int pieces = __VERIFIER_nondet_int();
  int each = __VERIFIER_nondet_int();
  if (pieces < 1 || each < 100)
    return 1;
  if (pieces > 50000)
    return price(pieces, each) == 7700000;
  return 0;
}
