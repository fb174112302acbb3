// Exercises: a machine of instructions that are scrambled.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned acc = 0, key = 0x1f;
  for (int i = 0; i < 8; i++) {
    unsigned char op = __VERIFIER_nondet_uchar();
    op = (unsigned char)(op * 13 + key);
    key = (key * 5 + op) & 0xff;
    switch (op % 5) {
    case 0:
      acc = acc * 3 + 1;
      break;
    case 1:
      acc ^= 0x55 + op;
      break;
    case 2:
      acc += 1000;
      break;
    case 3:
      acc = acc << 2 | acc >> 30;
      break;
    default:
      acc -= 7 * op;
    }
  }
  if (acc % 65536 == 0x4242)
    reach_error();
  return 0;
}
