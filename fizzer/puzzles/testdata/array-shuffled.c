// Exercises: an array without order indexed by an input: only enumeration finds the element.
// executions: 1200 (800 for the report's typed minimization of 8 bits, which samples all of 64 values often)
extern unsigned char __VERIFIER_nondet_uchar(void);

static const unsigned char table[64] = {
    99, 124, 119, 123, 242, 107, 111, 197, 48,  1,   103, 43,  254, 215, 171, 118, 202, 130, 201, 125, 250, 89,
    71, 240, 173, 212, 162, 175, 156, 164, 114, 192, 183, 253, 147, 38,  54,  63,  247, 204, 52,  165, 229, 241,
    113, 216, 49, 21,  4,   199, 35,  195, 24,  150, 5,   154, 7,   18,  128, 226, 235, 39,  178, 117};

int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar();
  if (table[i % 64] == 7) {
    return 1;
  }
  return 0;
}
