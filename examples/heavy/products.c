// Exercises: products of 64 bits.
// executions: 60000
// models: 64
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_ulonglong(),
                     b = __VERIFIER_nondet_ulonglong();
  if (a * 0x9e3779b97f4a7c15 == 0x123456789abcdef) {
    return 1;
  }
  if (a >> 32 != 0 && b >> 32 != 0 && a * b == 1) { // an inverse
    return 2;
  }
  if (a < 100000 && b < 100000 && a > 1 && b > a && a * b == 1005973) {
    return 3;
  }
  unsigned long long mixed = (a ^ a >> 33) * 0xff51afd7ed558ccd;
  if ((mixed ^ mixed >> 33) % 65536 == 0xbeef) {
    return 4;
  }
  unsigned __int128 wide = (unsigned __int128)a * b;
  if ((unsigned long long)(wide >> 64) == 1000) {
    return 5;
  }
  return 0;
}
