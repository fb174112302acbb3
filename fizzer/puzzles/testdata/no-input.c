// Exercises: a program that reads nothing: one run says all.
// executions: 1 (there is nothing to try)
// uncovered: 3 (the sum is 55: its test has one direction, and the test behind it is not reached)
int main(void) {
  int sum = 0;
  for (int i = 1; i <= 10; i++) {
    sum += i;
  }
  if (sum == 55) {
    return 1;
  }
  if (sum == 54) {
    return 2;
  }
  return 0;
}
