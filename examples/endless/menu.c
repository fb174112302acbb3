// Exercises: an endless idle loop that is entered from a menu, which leads
// further in three steps.
extern int __VERIFIER_nondet_int(void);
static int a, b, c;
static void idle(void) {
  while (1) {
    int x = __VERIFIER_nondet_int();
    a = (a + x) & 7;
    if (a == 3)
      b++;
  }
}
int main(void) {
  int level = 0;
  while (1) {
    int op = __VERIFIER_nondet_int();
    if (op == 1)
      c = c * 3 + 1;
    else if (op == 2)
      c -= 2;
    else if (op == 3)
      c ^= 5;
    else if (op == 4) {
      if (c == 160)
        level = 1;
    } else if (op == 5) {
      if (level == 1 && c == 23)
        level = 2;
    } else if (op == 6) {
      if (level == 2 && c == 71)
        return 1;
    } else if (op > 100)
      idle();
    else if (op < -100)
      return 0;
    if (c > 100000 || c < -1000)
      idle();
  }
}
