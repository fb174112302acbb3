// Exercises: a packet of eight bytes with a sum and a kind.
// family: BitVectors
// data model: ILP32
// executions: 5000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "bitvector-checksum.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char packet[8];
  unsigned char sum = 0;
  for (int i = 0; i < 8; i++) {
    packet[i] = __VERIFIER_nondet_uchar();
    if (i < 7) {
      sum += packet[i];
    }
  }
  if (packet[0] != 0x7e || packet[1] != 0x21) {
    return 1;
  }
  if (sum != packet[7]) {
    return 2;
  }
  __VERIFIER_assert(packet[2] <= 200);
  return 0;
}
