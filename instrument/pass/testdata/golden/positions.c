/* Lines and columns: a test of the location table more than of the IR. */
extern int __VERIFIER_nondet_int(void);

static int pick(int x) {
  switch (x) {
  case 1: return 5;
  default: return 6;
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  return x > 3 &&
         pick(x) != 5;
}
