// Exercises: a queue of bytes with a check word.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned long long fifo = 0;
  unsigned count = 0;
  for (int step = 0; step < 9; step++) {
    unsigned char in = __VERIFIER_nondet_uchar();
    _Bool push = in >> 7;
    fifo = push ? fifo << 7 | (in & 0x7f) : fifo >> 3;
    count += push ? 1 : 0;
  }
  if ((fifo & 0xffffff) == 0x5a5a5a && count == 7)
    reach_error();
  return 0;
}
