// Exercises: an array written at an input index and read at another.
// executions: 1000 (two values of 8 and 32 bits: 54 runs of sensitivity, without effect; a random input has the index with
// 1/16, and a value that is nearer with about 1/4: some 100 of them; 54 runs again and a descent of 10)
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
