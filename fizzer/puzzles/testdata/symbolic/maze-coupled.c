// Exercises: two walkers that must meet.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = 0, y = 0, u = 15, v = 15;
  for (int step = 0; step < 15; step++) {
    unsigned char m = __VERIFIER_nondet_uchar();
    int a = m & 3, b = m >> 2 & 3;
    if (m >> 4 != ((x + 3 * y + 5 * u + 7 * v) & 15))
      return 0;
    x += a == 0;
    y += a == 1;
    u -= b == 0;
    v -= b == 1;
  }
  if (x == u && y == v && x == 9)
    reach_error();
  return 0;
}
