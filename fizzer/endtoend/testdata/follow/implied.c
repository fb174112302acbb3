/* Most of these conditions follow from others. What is behind them has to be covered all the same. */
extern int __VERIFIER_nondet_int(void);

static int debug(void) { return 0; }

int main(void) {
  int quiet = 0, sum = 0;
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int wide = x > 1000;
  if (wide) sum++;
  if (x > 1000 && y == 4711) sum += 2;
  if (!wide) {
    if (x > 1000) sum += 4; /* never */
    switch (x) {
    case 7: sum += 8; break;
    case -99: sum += 16; break;
    }
    if (x == 7 && y == 12345) sum += 32;
  }
  if (quiet) sum += 64; /* never */
  if (debug()) sum += 128; /* never, but only debug says so */
  for (int i = 0; i < 3; i++) {
    if (wide) sum += i;
  }
  return sum > 3;
}
