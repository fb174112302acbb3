// Exercises: an array written at an input index and read at another.
// executions: 1000 (three values of 8 and 32 bits: 49 runs of sensitivity on each of three paths; descents of 10)
// open: 1 (the value has no effect before the index is right)
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int cells[16] = {0};
  cells[__VERIFIER_nondet_uchar() % 16] = __VERIFIER_nondet_int();
  if (cells[11] == 55555) {
    return 1;
  }
  return 0;
}
