// Exercises: an array indexed by an input; the element must have a given value.
// executions: 300 (1 + 8 bit flips + 2 extremes for the bounds; the element is no smooth function of the index: at most 256
// values)
extern unsigned char __VERIFIER_nondet_uchar(void);

static const short squares[20] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, 256, 289, 324, 361};

int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar();
  if (i < 20) {
    if (squares[i] == 196) {
      return 1;
    }
  }
  return 0;
}
