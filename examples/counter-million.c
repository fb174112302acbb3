// Exercises: a loop of a million turns without input, and questions behind it.
// family: Loops
// expected: 8/8 goals
// budget: 500 executions
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = 0;
  int high = 0;
  for (int turns = 0; turns < 1000000; turns++) {
    if (low < 500000) {
      low++;
    } else {
      high++;
    }
  }
  int key = __VERIFIER_nondet_int();
  if (high == key) {
    return 1;
  }
  if (key > low) {
    return 2;
  }
  return 0;
}
