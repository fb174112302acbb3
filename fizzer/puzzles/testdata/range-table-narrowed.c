// Exercises: a look-up in a table by a number that the conditions before leave a thousand values.
// executions: 1100 (the sensitivity analysis, then the values that the bounds leave, and before them the runs of the moves)
extern int __VERIFIER_nondet_int(void);

static const unsigned short names[100][2] = {[7] = {1300, 5500}, [19] = {8800, 1100}, [77] = {1000, 2000}};

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x >= 20 && x < 1000 && names[x % 100][x / 100 % 2] + (x * 389 & 255) == 2173) {
    return 1;
  }
  return 0;
}
