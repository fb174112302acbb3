// Exercises: loops of the termination kind: steps that shrink one variable and grow another, a gap that an input must hit.
// family: Termination-MainControlFlow
// expected: 12/13 goals
// budget: 200000 executions
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x > 1000 || y > 1000 || y < -1000) {
    return 0;
  }
  int rounds = 0;
  while (x > 0) {
    if (y > 0) {
      x = x - y;
    } else {
      y = y + 1;
      x = x - 1;
    }
    rounds++;
  }
  if (rounds == 37) {
    y = 0;
  }
  do {
    y = y - 10;
  } while (y > 0);
  if (y == -7) {
    return 1;
  }
  /* a loop that was left has no positive y */
  if (y > 0) {
    return 2;
  }
  return 0;
}
