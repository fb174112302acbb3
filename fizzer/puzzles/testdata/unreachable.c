// Exercises: conditions that contradict each other: the search must end and say what is left.
// executions: 150 (as int32-range)
// uncovered: 1 (no even number is one more than a multiple of four)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x % 2 == 0) {
    if (x % 4 == 1) {
      return 1;
    }
  }
  return 0;
}
