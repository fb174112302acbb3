// Exercises: conditions that contradict each other: the search must end and say what is left.
// executions: 150 (as int32-range)
// uncovered: 1 (no number is above 100 and below 50)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 100) {
    if (x < 50) {
      return 1;
    }
  }
  return 0;
}
