// Exercises: a state machine that needs four inputs in the right order.
// executions: 4000 (four bytes; in each round up to 4 equalities with 8 bits: 30 runs, on some tens of paths)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int state = 0;
  for (int i = 0; i < 6; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    switch (state) {
    case 0:
      state = c == 'S' ? 1 : 0;
      break;
    case 1:
      state = c == 'Y' ? 2 : 0;
      break;
    case 2:
      state = c == 'N' ? 3 : 0;
      break;
    default:
      state = c == '!' ? 4 : 3;
      break;
    }
    if (state == 4) {
      return 1;
    }
  }
  return 0;
}
