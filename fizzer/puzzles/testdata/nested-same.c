// Exercises: nested conditions on one value that leave fewer and fewer solutions.
// executions: 3200 (four conditions: 1 + 32 bit flips + 2 extremes each; the last two are saw teeth, found among the at most
// 100 runs a bit)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 1000) {
    if (x < 2000) {
      if (x % 7 == 3) {
        if (x % 11 == 5) {
          return 1;
        }
      }
    }
  }
  return 0;
}
