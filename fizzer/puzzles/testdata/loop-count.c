// Exercises: the number of rounds is an input; exactly 37 are wanted.
// executions: 400 (the head's condition is linear in the input: 1 + 8 bit flips for the first rounds; the test after the loop
// depends on no bit that keeps its path, so that the loop head is descended to the other side at rising counts)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int limit = __VERIFIER_nondet_uchar();
  int count = 0;
  while (count < limit) {
    count++;
  }
  if (count == 37) {
    return 1;
  }
  return 0;
}
