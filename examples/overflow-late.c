// Exercises: a counter of 16 bits that overflows after 65,536 turns of a loop, each of which reads a value.
// family: Loops
// expected: 6/6 goals
// budget: 5000 executions
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned short turns = 0;
  while (__VERIFIER_nondet_int() != 1) {
    turns++;
    if (turns == 0) {
      return 1;
    }
  }
  if (turns > 3) {
    return 2;
  }
  return 0;
}
