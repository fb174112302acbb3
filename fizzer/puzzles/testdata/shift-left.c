// Exercises: shifts: bits moved up and added.
// executions: 200 (1 + 16 bit flips + 4 extremes; linear with slopes 256 and 1: 2 derivatives and 7 steps, a few times)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned high = __VERIFIER_nondet_uchar();
  unsigned low = __VERIFIER_nondet_uchar();
  if ((high << 8) + low == 0xbeefu) {
    return 1;
  }
  return 0;
}
