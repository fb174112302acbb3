// Exercises: comparison of pointers into an array indexed by inputs.
// executions: 300 (1 + 16 bit flips + 4 extremes; the distance of the pointers is linear: 2 derivatives and 7 steps)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char cells[256];
  char *first = cells + __VERIFIER_nondet_uchar();
  char *second = cells + __VERIFIER_nondet_uchar();
  if (first == second + 100) {
    return 1;
  }
  return 0;
}
