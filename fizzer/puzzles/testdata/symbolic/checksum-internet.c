// Exercises: the checksum of an Internet header: sums in one's complement, and fields that agree.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned sum = 0;
  unsigned short w[8];
  for (int i = 0; i < 8; i++) {
    w[i] = __VERIFIER_nondet_ushort();
    sum += w[i];
  }
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  if (sum == 0xffff && w[0] >> 12 == 4 && (w[0] >> 8 & 15) == 5 && w[1] == (w[2] ^ 0x1234) && w[3] - w[4] == 77 && w[5] > 0x7000) {
    reach_error();
  }
  return 0;
}
