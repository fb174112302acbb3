// Exercises: a program that reads no input: one empty test is the whole suite.
// family: Loops
// expected: 9/10 goals
// budget: 1000 executions
extern void abort(void);
static unsigned int collatz(unsigned int n) {
  unsigned int steps = 0;
  while (n != 1) {
    if (n % 2 == 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
    }
    steps++;
  }
  return steps;
}
int main(void) {
  unsigned int longest = 0;
  for (unsigned int n = 1; n < 30; n++) {
    unsigned int steps = collatz(n);
    if (steps > longest)
      longest = steps;
  }
  if (longest != 111) {
    abort();
  }
  return 0;
}
