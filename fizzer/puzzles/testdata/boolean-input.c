// Exercises: Boolean inputs, all of a row of five.
// executions: 150 (5 bits of one byte each: 40 flips and 10 extremes at the deepest path, 5 paths)
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  for (int i = 0; i < 5; i++) {
    if (!__VERIFIER_nondet_bool()) {
      return 0;
    }
  }
  return 1;
}
