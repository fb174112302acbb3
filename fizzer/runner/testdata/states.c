/* Reads bytes: z is counted in a local variable, others are added up in
 * variables, and marked in a large array. */
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned sum, product = 1;
static unsigned char marks[256 * 200];

int main(void) {
  unsigned count = 0;
  for (;;) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    if (byte == 0) {
      return (int)count;
    }
    if (byte == 'z') {
      count++;
      continue;
    }
    sum += byte;
    product *= byte;
    marks[byte * 200] = 1;
  }
}
