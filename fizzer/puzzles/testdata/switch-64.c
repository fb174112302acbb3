// Exercises: switch over a 64-bit value.
// executions: 700 (3 cases: for each 1 + 64 bit flips + 2 extremes and descents of two line searches of 8)
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  switch (__VERIFIER_nondet_ulonglong()) {
  case 0x8000000000000001ULL:
    return 1;
  case 0x0123456789abcdefULL:
    return 2;
  case 3:
    return 3;
  }
  return 0;
}
