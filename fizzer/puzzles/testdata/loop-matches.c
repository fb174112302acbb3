// Exercises: exactly 5 of 10 inputs must be of one kind: a counting loop, the Monte Carlo search.
// executions: 6000 (10 values of 8 bits on each of several paths: about 90 runs each; generators set the outcome of one
// condition in each step of the search)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int count = 0;
  for (int i = 0; i < 10; i++) {
    if (__VERIFIER_nondet_uchar() > 200) {
      count++;
    }
  }
  if (count == 5) {
    return 1;
  }
  return 0;
}
