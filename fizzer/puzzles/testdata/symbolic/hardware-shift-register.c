// Exercises: eight bytes of state that are shifted, rotated and masked in each of five steps.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned long long state = 0x0123456789abcdefull;
  unsigned char carry = 0;
  unsigned char step = 0;
  for (;;) {
    unsigned short in = __VERIFIER_nondet_ushort();
    unsigned char select = __VERIFIER_nondet_uchar();
    unsigned long long mixed = select & 1 ? state + in : state ^ (unsigned long long)in << (select >> 4);
    state = mixed << 11 | mixed >> 53;
    carry = (unsigned char)((carry << 1 | (state >> 63)) ^ (select & 0xf0));
    step = (unsigned char)(step + 1);
    if (step == 5 && (state & 0xf0f0f00000000f0full) == 0x1080e00000000303ull && carry == 0xe0) {
      reach_error();
    }
    if (step > 5) {
      return 0;
    }
  }
}
